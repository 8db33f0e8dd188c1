import type { TreeEntry } from '../objects/git-tree.ts';

/** One path of `--raw -z` output. */
export interface RawChange {
  readonly name: Buffer;
  readonly from: TreeEntry | null;
  readonly to: TreeEntry | null;
}

/** Reads `git diff-tree --raw -z --no-renames --no-abbrev` and its relatives. */
export function parseRawDiff(output: Buffer): RawChange[] {
  const changes: RawChange[] = [];
  for (let at = 0; at < output.length;) {
    const nul = output.indexOf(0, at);
    const end = output.indexOf(0, nul + 1);
    const [fromMode = '', toMode = '', fromId = '', toId = ''] = output.toString('latin1', at + 1, nul).split(' ');
    changes.push({ name: output.subarray(nul + 1, end), from: entryOf(fromMode, fromId), to: entryOf(toMode, toId) });
    at = end + 1;
  }
  return changes;
}

function entryOf(mode: string, id: string): TreeEntry | null {
  return mode === '000000' ? null : { mode, id };
}
