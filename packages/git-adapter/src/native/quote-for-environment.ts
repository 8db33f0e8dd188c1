/** A path for GIT_ALTERNATE_OBJECT_DIRECTORIES: the variable is a list with `:` between paths, in which a path may be quoted. */
export function quoteForEnvironment(path: string): string {
  return /[":;\n\\]/.test(path) ? `"${path.replaceAll(/["\\]/g, (sign) => `\\${sign}`)}"` : path;
}
