/** The name of the channel on which commits of a schema are told. */
export function changeChannel(schema: string): string {
  return `${schema}_changes`;
}
