/**
 * How exactly a pattern names what it matches: the characters it spells out, slashes and wildcards aside. Of two patterns that match
 * one path the one that spells out more of it is the more specific.
 */
export function globSpecificity(pattern: string): number {
  return pattern.replaceAll(/\{[^}]*\}|\[[^\]]*\]|[*?/!]/g, '').length;
}
