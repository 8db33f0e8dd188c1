/** The lines of a text, each with its end; a last line may have none. Joined, they are the text again. */
export function linesWithEnds(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
