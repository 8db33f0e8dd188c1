/**
 * Whether a text has every line that a change added, as often, and none that it removed more often: so that work is recognised after a
 * rebase or a merge has brought other lines to the file. Binary content, and a change that only moved lines, has to be the same.
 */
export function holdsWork({
  before = Buffer.alloc(0),
  after = Buffer.alloc(0),
  now = Buffer.alloc(0),
}: {
  readonly before?: Buffer | undefined;
  readonly after?: Buffer | undefined;
  readonly now?: Buffer | undefined;
}): boolean {
  if (now.equals(after)) return true;
  if ([before, after, now].some((content) => content.includes(0))) return false;
  const [had, has, is] = [countLines(before), countLines(after), countLines(now)];
  const touched = [...new Set([...had.keys(), ...has.keys()])].filter((line) => had.get(line) !== has.get(line));
  if (touched.length === 0) return false;
  return touched.every((line) => {
    const [wanted, earlier, found] = [has.get(line) ?? 0, had.get(line) ?? 0, is.get(line) ?? 0];
    return wanted > earlier ? found >= wanted : found <= wanted;
  });
}

function countLines(content: Buffer): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const lines = content.toString('latin1').split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}
