import { gitProblem } from '../host/git-problem.ts';

/** One path of `git status --porcelain=v2 -z`. */
export interface StatusEntry {
  readonly name: Buffer;
  /** Staged and unstaged letter; `??` for untracked. */
  readonly xy: string;
  /** Modes and ids in HEAD and in the index, and the mode git saw in the working tree; `null` for what is not there. */
  readonly headMode: string | null;
  readonly indexMode: string | null;
  readonly worktreeMode: string | null;
  readonly headId: string | null;
  readonly indexId: string | null;
}

/** What one status says. */
export interface ParsedStatus {
  /** `null` before the first commit. */
  readonly head: string | null;
  readonly branch: string | null;
  readonly entries: readonly StatusEntry[];
}

const [NUL, SPACE] = [0, 0x20];

/** Reads `git status --porcelain=v2 -z --branch --no-renames`. Unmerged files are refused. */
export function parseStatus(output: Buffer): ParsedStatus {
  let head: string | null = null;
  let branch: string | null = null;
  const entries: StatusEntry[] = [];
  for (let start = 0; start < output.length;) {
    const found = output.indexOf(NUL, start);
    const end = found === -1 ? output.length : found;
    const kind = String.fromCharCode(output[start] ?? 0);
    if (kind === '#') {
      const [name, value = ''] = splitHeader(output.toString('utf8', start + 2, end));
      if (name === 'branch.oid') head = value === '(initial)' ? null : value;
      if (name === 'branch.head') branch = value === '(detached)' ? null : value;
    } else if (kind === '1') entries.push(parseOrdinary(output, start, end));
    else if (kind === '?') entries.push(untracked(output.subarray(start + 2, end)));
    else if (kind === 'u') throw gitProblem('unmerged', pathOf(output, start, end, 10).toString('utf8'));
    else if (kind !== '!')
      throw gitProblem('command-failed', `git status gave a record of kind ${JSON.stringify(kind)}`);
    start = end + 1;
  }
  return { head, branch, entries };
}

function splitHeader(text: string): [string, string] {
  const at = text.indexOf(' ');
  return [text.slice(0, at), text.slice(at + 1)];
}

function untracked(name: Buffer): StatusEntry {
  return { name, xy: '??', headMode: null, indexMode: null, worktreeMode: null, headId: null, indexId: null };
}

/** `1 XY sub mH mI mW hH hI path`. */
function parseOrdinary(output: Buffer, start: number, end: number): StatusEntry {
  const name = pathOf(output, start, end, 8);
  const fields = output.toString('latin1', start, end - name.length - 1).split(' ');
  const [, xy = '', , mH = '', mI = '', mW = '', hH = '', hI = ''] = fields;
  return {
    name,
    xy,
    headMode: orNull(mH),
    indexMode: orNull(mI),
    worktreeMode: orNull(mW),
    headId: orNull(hH),
    indexId: orNull(hI),
  };
}

function orNull(value: string): string | null {
  return /^0+$/.test(value) ? null : value;
}

function pathOf(output: Buffer, start: number, end: number, fields: number): Buffer {
  let at = start;
  for (let field = 0; field < fields; field += 1) at = output.indexOf(SPACE, at) + 1;
  return output.subarray(at, end);
}
