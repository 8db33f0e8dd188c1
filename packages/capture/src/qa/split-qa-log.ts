import { fieldsOf, isMachineLine } from './read-machine-format.ts';
import { findFailedLine, hasRunTests } from './runner-lines.ts';
import { unprefixLines } from './unprefix-lines.ts';

/** One command of a log and what it printed. */
export interface QaStep {
  /** `null` when the log does not show it. */
  readonly command: string | null;
  readonly lines: readonly string[];
  /** True when the build tool says, where it says such things, that the output was replayed from a cache: nothing ran. */
  readonly cached: boolean;
  /** How the build tool says that it ended; `null` when it does not say. Never what the command itself printed. */
  readonly exitCode: number | null;
  /** The command line that was typed, where this step is a script that it ran; `null` where the step itself was typed, or nobody knows. */
  readonly typed: string | null;
  /** True when the command only ran others, which are steps of their own. */
  readonly wraps: boolean;
}

const ESCAPE = String.fromCharCode(27);
const BELL = String.fromCharCode(7);
/** Letters without width, which could hide a word. */
const INVISIBLE = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g;
/** Colours and cursor movement (CSI), and titles and links (OSC). */
const ANSI = new RegExp(`${ESCAPE}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${BELL}${ESCAPE}]*(?:${BELL}|${ESCAPE}\\\\))`, 'g');
const MAX_LINE = 2000;
/** What nx writes behind the name of a target. */
const NX_CACHED = /^(?:>|[✔✖] ) nx run .*(?:\[(?:local|remote) cache\]|existing outputs match the cache)/;
/** What a build tool says in place of the output of a command, as the first thing. */
const REPLAYED = /^(?:\S+: )?cache hit(?: \([^()]*\))?, (?:replaying|suppressing) (?:logs|output)\b/i;
/** The same, in words that a program may print too; where tests ran behind them, it did. */
const RESTORED =
  /^\W*(?:\[[^\]]+\] )?(?:(?:all|everything|outputs?|tasks?) )?(?:(?:was|were) )?(?:restored|retrieved) from cache\.?$/i;
/** How a log that shows its commands ends one of them: the last line, alone. */
const ENDED = /^\[?exit(?: code| status)?[ :=]+(\d{1,3})\]?$/i;
/** `> name@version script`; a package without a name has only the script. */
const NPM_SCRIPT = /^> (?:\S+@\S+ \S+|[\w:.-]+$)/;

/** Commands that run scripts. */
const RUNS_SCRIPTS =
  /(?:^|[\s;&|/])(?:npm|pnpm|yarn|bun|npx|lerna|turbo|nx|make|run-[sp]|npm-run-all|concurrently|wireit)(?:\s|$)/;
/** What turbo says at the end of a run whose tasks say it themselves. */
const TURBO_SUMMARY = /^\s*(?:Tasks|Cached|Time): +\S|^• /;

/** That a task failed, once more. */
const TURBO_FAILURE = /^\s*Failed: +\S+#\S|^\s*ERROR +run failed: command +exited \(\d+\)$/;

/** What may tell of a failure: a count that is not 0. */
const FAILURE_COUNT =
  /\b[1-9]\d{0,8} (?:failed|failing|failures?|errors?|problems?)\b|\b(?:Failures|Errors|Failed): [1-9]/i;

/**
 * The lines of a log as a person sees them: colours and the prefixes of parallel runners removed, what a carriage return overwrites left out, unless it tells of a failure: a
 * failure that was overwritten is one.
 */
export function readLogLines(log: string): readonly string[] {
  const lines = log.split(/\r*\n/).flatMap((line) => {
    const written = line
      .replace(/\r+$/, '')
      .split('\r')
      .map((part) =>
        part
          .slice(0, 10 * MAX_LINE)
          .replace(ANSI, '')
          .replace(INVISIBLE, '')
          .slice(0, MAX_LINE)
          .trimEnd(),
      );
    const shown = written.pop() ?? '';
    const overwritten = written.filter((part) => FAILURE_COUNT.test(part) || findFailedLine([part]) !== undefined);
    const fields = line.length > MAX_LINE && isMachineLine(shown) ? fieldsOf(line) : [];
    const kept = fields.length > 0 ? fields.map((field) => field.slice(0, MAX_LINE)) : [shown];
    return [...new Set(overwritten), ...kept];
  });
  return unprefixLines(lines);
}

/**
 * Splits a log at the commands it shows: `$ command`, what npm prints before a script, `> nx run target` with all that this target
 * printed, the `✔  nx run target` lines of targets whose output nx keeps to itself, and the `package:task:` prefixes of turbo.
 */
export function splitQaLog(lines: readonly string[]): readonly QaStep[] {
  const turbo = splitTurbo(lines);
  const steps: { command: string | null; lines: string[]; heading: string; typed: string | null; wraps: boolean }[] = [
    { command: null, lines: [], heading: '', typed: null, wraps: false },
  ];
  let insideNx = false;
  let typed: string | null = null;
  turbo.rest.forEach((line, index) => {
    const shell = /^\$ (\S.*)$/.exec(line)?.[1];
    const nx = /^(?:>|[✔✖] ) (nx run \S+)/.exec(line)?.[1];
    // A target of nx may be an npm script, which prints its own heading; the step is still nx's, and so is its cache.
    const script = !insideNx && NPM_SCRIPT.test(turbo.rest[index - 1] ?? '') ? /^> (\S.*)$/.exec(line)?.[1] : undefined;
    if (nx !== undefined) insideNx = line.startsWith('>');
    else if (shell !== undefined || /^ ?NX {2,}/.test(line)) insideNx = false;
    const command = shell ?? nx ?? script;
    const last = steps.at(-1);
    if (command === undefined || last === undefined) {
      last?.lines.push(line);
      return;
    }
    const isScript = script !== undefined || (shell !== undefined && echoesScript(last));
    if (isScript) last.wraps = last.heading.startsWith('$ ') || RUNS_SCRIPTS.test(last.command ?? '');
    else typed = shell ?? null;
    steps.push({ command, lines: [], heading: line, typed: isScript ? typed : null, wraps: false });
  });
  const shown = steps
    .filter((step) => step.command !== null || step.lines.some((line) => line !== ''))
    .map(({ command, lines: own, heading, ...about }): QaStep => {
      const first = own.find((line) => line !== '') ?? '';
      const printed = heading.startsWith('$ ') ? ENDED.exec(own.findLast((line) => line !== '') ?? '')?.[1] : undefined;
      const exitCode = printed === undefined ? outcomeOfNx(heading) : Number(printed);
      const wraps =
        about.wraps || (turbo.steps.length > 0 && heading.startsWith('$ ') && RUNS_SCRIPTS.test(command ?? ''));
      const cached = NX_CACHED.test(heading) || REPLAYED.test(first) || (RESTORED.test(first) && !hasRunTests(own));
      return { command, lines: own, cached, exitCode, typed: about.typed, wraps };
    });
  return [...shown, ...turbo.steps];
}

/** Yarn and bun show the script that they run as a shell shows a command. */
function echoesScript({
  command,
  lines,
}: {
  readonly command: string | null;
  readonly lines: readonly string[];
}): boolean {
  if (/^yarn(?:\s|$)/.test(command ?? '')) return lines.some((line) => line.startsWith('yarn run v'));
  return (
    /^bun (?:run )?\w/.test(command ?? '') && !/^bun test\b/.test(command ?? '') && lines.every((line) => line === '')
  );
}

/** Where nx shows only that a target ended, that is all there is to judge by. */
function outcomeOfNx(heading: string): number | null {
  if (heading.startsWith('✔')) return 0;
  return heading.startsWith('✖') ? 1 : null;
}

/** Takes the lines of turbo's tasks out of a log, each task's together; how a task ended is added where turbo tells. */
function splitTurbo(lines: readonly string[]): {
  readonly steps: readonly QaStep[];
  readonly rest: readonly string[];
} {
  if (!lines.some((line) => /^\S+:\S+: cache (?:hit|miss|bypass)/.test(line))) return { steps: [], rest: lines };
  const tasks = new Map<string, { lines: string[]; exitCode: number | null }>();
  const rest: string[] = [];
  for (const line of lines) {
    const [, name, own = ''] = /^([^\s:]+:[^\s:]+): ?(.*)$/.exec(line) ?? [];
    const [, project = '', task = '', code = ''] =
      /^([^\s#]+)#([^\s:]+): +ERROR .*\bexited \((\d+)\)$/.exec(line) ?? [];
    const known = tasks.get(name ?? `${project}:${task}`);
    if (name !== undefined && known === undefined) tasks.set(name, { lines: [own], exitCode: null });
    else if (known === undefined) rest.push(line);
    else if (name === undefined) known.exitCode = Number(code);
    else known.lines.push(own);
  }
  for (const line of rest)
    for (const name of /^\s*Failed: +(\S+#\S+.*)$/.exec(line)?.[1]?.split(', ') ?? []) {
      const task = tasks.get(name.replace('#', ':'));
      if (task !== undefined) task.exitCode ??= 1;
    }
  const isFailureShown = [...tasks.values()].some(({ exitCode }) => (exitCode ?? 0) !== 0);
  const others = rest.filter((line) => !TURBO_SUMMARY.test(line) && !(isFailureShown && TURBO_FAILURE.test(line)));
  // Only when all tasks were successful does the summary say how each of them ended.
  const allWell = rest.some((line) => /^ ?Tasks: +(\d+) successful, \1 total$/.test(line));
  const steps = [...tasks].map(([name, task]) => ({
    command: `turbo ${name}`,
    lines: task.lines,
    cached: /^cache hit\b/.test(task.lines[0] ?? ''),
    exitCode: task.exitCode ?? (allWell ? 0 : null),
    typed: null,
    wraps: false,
  }));
  return { steps, rest: others };
}
