/** Why a tool use is denied that a person would have to be asked about, in a harness that cannot ask. */
export function needsPerson(reason: string): string {
  return `${reason} A person has to decide that, and this harness cannot ask: run it yourself, or add the command line to guard.trustedCommands in batonkit.config.json.`;
}
