/** A harness by its short name, however a person writes it: `Claude-Code` is `claude`, `gemini-cli` is `gemini`. */
export function harnessName(given: string): string {
  return given.toLowerCase().replace(/-(?:code|cli)$/, '');
}
