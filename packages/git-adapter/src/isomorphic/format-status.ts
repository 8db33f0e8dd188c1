import type { Look, LookedAt } from './look.ts';
import type { TreeEntry } from '../objects/git-tree.ts';

const NO_ID = '0'.repeat(40);

/** What `git status --porcelain=v2 -z --branch -uall` says about a look. */
export function formatStatus({ head, branch, files }: Look): Buffer {
  const records: Buffer[] = [
    Buffer.from(`# branch.oid ${head}\0`),
    Buffer.from(`# branch.head ${branch ?? '(detached)'}\0`),
  ];
  const line = (text: string, { name }: LookedAt): void =>
    void records.push(Buffer.from(text), name, Buffer.from('\0'));
  for (const file of files) {
    const xy = file.xy.replace('?', '.');
    if (/^([?]{2}|\.\.)$/.test(file.xy)) continue;
    const now = file.xy.endsWith('?') ? null : file.now;
    line(`1 ${xy} N... ${mode(file.head)} ${mode(file.index)} ${mode(now)} ${id(file.head)} ${id(file.index)} `, file);
  }
  for (const file of files) if (file.xy.endsWith('?')) line('? ', file);
  return Buffer.concat(records);
}

function mode(entry: Pick<TreeEntry, 'mode'> | null): string {
  return entry?.mode ?? '000000';
}

function id(entry: TreeEntry | null): string {
  return entry?.id ?? NO_ID;
}
