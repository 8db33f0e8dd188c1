/** What GitHub Actions, GitLab and `ts` put before each line. */
const STAMP =
  /^\uFEFF?(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?(?: \d\d[OE][+ ]?)?)(?: |$)/;
/** `pnpm -r` shows the command of each script once, as `packages/a test$ vitest run`. */
const PNPM_COMMAND = /^(\S+ [\w:.-]+)\$ (\S.*)$/;
/** `concurrently` says last of each command how it ended, as `[unit] vitest run exited with code 1`. */
const CONCURRENTLY_END = /^\[([^\]]+)\] (.+) exited with code (\d+|SIG[A-Z0-9]+)$/;

interface Stream {
  readonly heading: string;
  readonly lines: string[];
  /** Where the tool that put the prefix says that the command failed. Well is never believed: the exit code says so. */
  ending: string | null;
}

/**
 * Takes off what CI and parallel runners put before each line: time stamps, `packages/a test: ` of `pnpm -r`, `[name] ` of concurrently. Lines of one
 * command come together, below a heading `$ command`. A prefix counts only where its tool shows the command, so that a program can't
 * make one up for others.
 */
export function unprefixLines(lines: readonly string[]): readonly string[] {
  return ungroup(unstamp(lines));
}

function unstamp(lines: readonly string[]): readonly string[] {
  // Most logs have none, and are long.
  if (!lines.slice(0, 50).some((line) => STAMP.test(line))) return lines;
  const told = lines.filter((line) => line.trim() !== '');
  const stamped = told.filter((line) => STAMP.test(line)).length;
  if (stamped === 0 || stamped < told.length * 0.8) return lines;
  return lines.map((line) => line.replace(STAMP, '').replace(/^##\[(?:group|command)\]/, ''));
}

function ungroup(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => line.includes('$ ') || line.includes(' exited with code '))) return lines;
  const streams = new Map<string, Stream>();
  for (const line of lines) {
    const [, pnpm = '', command = ''] = PNPM_COMMAND.exec(line) ?? [];
    if (pnpm !== '' && !streams.has(`${pnpm}: `))
      streams.set(`${pnpm}: `, { heading: `$ ${command}`, lines: [], ending: null });
    const [, name = '', ran = '', code = '0'] = CONCURRENTLY_END.exec(line) ?? [];
    if (name !== '')
      streams.set(`[${name}] `, {
        heading: `$ ${ran}`,
        lines: [],
        ending: code === '0' ? null : `exit code: ${Number(code) || 1}`,
      });
  }
  if (streams.size === 0) return lines;
  const rest: string[] = [];
  for (const line of lines) {
    const prefix = prefixOf(line);
    const stream = streams.get(prefix);
    if (stream !== undefined) stream.lines.push(line.slice(prefix.length));
    else if (!PNPM_COMMAND.test(line)) rest.push(line);
  }
  const grouped = [...streams].flatMap(([prefix, { heading, lines: own, ending }]) => {
    const isPnpm = prefix.endsWith(': ');
    const kept = own.filter((line, index) => isPnpm || index < own.length - 1 || !/ exited with code /.test(line));
    const last = kept.at(-1)?.trim();
    const isTold = isPnpm && (last === 'Failed' || last === 'Done');
    const failed = ending ?? (isTold && last === 'Failed' ? 'exit code: 1' : null);
    return [heading, ...(isTold ? kept.slice(0, -1) : kept), ...(failed === null ? [] : [failed])];
  });
  return [...rest, ...grouped];
}

/** The part before the command's own output: `packages/a test: `, or `[name] `. */
function prefixOf(line: string): string {
  return /^(?:\S+ [\w:.-]+:(?: |$)|\[[^\]]+\](?: |$))/.exec(`${line} `)?.[0] ?? '';
}
