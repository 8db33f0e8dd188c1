/** Why a tool use is denied that a person would have to be asked about, in a harness that cannot ask. */
export function needsPerson(reason: string): string {
  return `${reason} A person has to decide that, and this harness cannot ask: tell the person what you wanted to do.`;
}
