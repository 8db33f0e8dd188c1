/** One command of a log and what it printed. */
export interface QaStep {
  /** `null` when the log does not show it. */
  readonly command: string | null;
  readonly lines: readonly string[];
  /** True when its output was replayed from a cache: nothing ran. */
  readonly cached: boolean;
}

const ESCAPE = String.fromCharCode(27);
const BELL = String.fromCharCode(7);
/** Colours and cursor movement (CSI), and titles and links (OSC). */
const ANSI = new RegExp(`${ESCAPE}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${BELL}${ESCAPE}]*(?:${BELL}|${ESCAPE}\\\\))`, 'g');
const MAX_LINE = 2000;
const CACHED = /restored from cache|\bcache hit\b|\[(?:local|remote) cache\]|existing outputs match the cache/i;

/** The lines of a log as a person sees them: colours removed, what a carriage return overwrites left out. */
export function readLogLines(log: string): readonly string[] {
  return log.split(/\r?\n/).map((line) => {
    const visible = line.slice(0, 10 * MAX_LINE).replace(ANSI, '');
    return visible
      .slice(visible.lastIndexOf('\r') + 1)
      .slice(0, MAX_LINE)
      .trimEnd();
  });
}

/**
 * Splits a log at the commands it shows: `$ command`, what npm prints before a script, `> nx run target`, and the `package:task:`
 * prefixes of turbo.
 */
export function splitQaLog(lines: readonly string[]): readonly QaStep[] {
  const steps: { command: string | null; lines: string[] }[] = [{ command: null, lines: [] }];
  const turbo = new Map<string, string[]>();
  const isTurbo = lines.some((line) => /^\S+:\S+: cache (?:hit|miss|bypass)/.test(line));
  lines.forEach((line, index) => {
    const prefixed = isTurbo ? /^([^\s:]+:[^\s:]+): ?(.*)$/.exec(line) : null;
    if (prefixed !== null) {
      const [, name = '', rest = ''] = prefixed;
      const known = turbo.get(name);
      if (known === undefined) turbo.set(name, [rest]);
      else known.push(rest);
      return;
    }
    const shell = /^\$ (\S.*)$/.exec(line)?.[1];
    const script = /^> \S+@\S+ \S+/.test(lines[index - 1] ?? '') ? /^> (\S.*)$/.exec(line)?.[1] : undefined;
    const nx = /^> (nx run \S+)/.exec(line)?.[1];
    const command = shell ?? script ?? nx;
    if (command !== undefined) steps.push({ command, lines: nx === undefined ? [] : [line] });
    else steps.at(-1)?.lines.push(line);
  });
  for (const [name, own] of turbo) steps.push({ command: `turbo ${name}`, lines: own });
  return steps
    .filter((step) => step.command !== null || step.lines.some((line) => line !== ''))
    .map((step) => ({ ...step, cached: step.lines.some((line) => CACHED.test(line)) }));
}
