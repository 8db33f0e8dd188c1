import { countEslintLines, nameFailures } from './name-failures.ts';
import { millisecondsOf, numberOf, type ToolParser, type ToolReport } from './tool-report.ts';

/** Vitest's default reporters. A run without its summary did not end, and that is a failure. */
export const parseVitest: ToolParser = (lines) => {
  if (!lines.some((line) => /^\s*RUN\s+v\d/.test(line)) && !lines.some((line) => /^\s*Test Files\s+\d/.test(line)))
    return null;
  const failures = lines.flatMap((line) => /^\s*FAIL\s+(?:\|[^|]*\|\s*)?(\S.*)$/.exec(line)?.[1] ?? []);
  // Several runs may be in one log, and each of them counts.
  const began = lines.filter((line) => /^\s*RUN\s+v\d/.test(line)).length;
  const tests = lines.filter((line) => /^\s*Tests\s{2,}/.test(line));
  const files = lines.filter((line) => /^\s*Test Files\s+/.test(line));
  const errors = lines.flatMap((line) => /^\s*(?:Type )?Errors\s+(\d+) error/.exec(line)?.[1] ?? []);
  const empty = lines.find((line) => line.startsWith('No test files found'));
  if (tests.length === 0 || tests.length < began || empty !== undefined) {
    return { tool: 'vitest', status: 'failed', failures: [...failures, empty ?? 'the run did not end'] };
  }
  const counts = {
    passed: sumOf(tests, 'passed'),
    failed: sumOf(tests, 'failed'),
    skipped: sumOf(tests, 'skipped') + sumOf(tests, 'todo'),
    errors: errors.reduce((sum, digits) => sum + numberOf(digits), 0),
  };
  // What is skipped or still to be written has not run.
  const isEmpty =
    counts.passed + counts.failed === 0 || tests.some((line) => !/\d+ (?:passed|failed|skipped|todo)\b/.test(line));
  const failed = isEmpty || counts.failed > 0 || counts.errors > 0 || sumOf(files, 'failed') > 0;
  const duration = lines.findLast((line) => /^\s*Duration\s/.test(line));
  return {
    tool: 'vitest',
    status: failed ? 'failed' : 'passed',
    counts,
    failures: failures.length > 0 || !failed ? failures : [isEmpty ? 'no test ran' : 'unhandled errors'],
    durationMs: millisecondsOf(duration),
  };
};

/** Jest's default reporter. A run that printed failures but no summary did not end, and that is a failure. */
export const parseJest: ToolParser = (lines) => {
  const tests = lines.filter((line) => /^Tests:\s.*\btotal$/.test(line));
  const suites = lines.filter((line) => /^Test Suites:\s/.test(line));
  const empty = lines.some((line) => /^No tests found, exiting with code \d+$/.test(line));
  const ended = tests.length > 0 || suites.length > 0;
  let file = '';
  const failures = lines.flatMap((line) => {
    file = /^\s?(?:FAIL|PASS)\s+(?:\S+ )?(?:\.\/)?(\S+\.\w+)(?: \([\d.]+ m?s\))?$/.exec(line)?.[1] ?? file;
    // What a test prints is indented further.
    const name = /^ {0,2}●\s+(?!Console$)(\S.*)$/.exec(line)?.[1];
    return name === undefined || name.endsWith('Warning:') ? [] : [file === '' ? name : `${file} › ${name}`];
  });
  if (!ended) {
    if (empty) return { tool: 'jest', status: 'failed', failures: ['No tests found'] };
    const isJest = failures.length > 0 && (file !== '' || lines.some((line) => /● +process\.exit called/.test(line)));
    return isJest ? { tool: 'jest', status: 'failed', failures: [...failures, 'the run did not end'] } : null;
  }
  const counts = {
    passed: sumOf(tests, 'passed'),
    failed: sumOf(tests, 'failed'),
    skipped: sumOf(tests, 'skipped') + sumOf(tests, 'todo'),
    errors: 0,
  };
  const isEmpty = empty || counts.passed + counts.failed === 0 || tests.some((line) => countOf(line, 'total') === 0);
  const failed = isEmpty || counts.failed > 0 || sumOf(suites, 'failed') > 0;
  const time = lines.findLast((line) => /^Time:\s/.test(line));
  return {
    tool: 'jest',
    status: failed ? 'failed' : 'passed',
    counts,
    failures: failed ? [...failures, ...(isEmpty && failures.length === 0 ? ['no test ran'] : [])] : [],
    durationMs: millisecondsOf(time),
  };
};

/** ESLint's `stylish` formatter. It prints nothing when all is well, so silence is left to the generic parser. */
export const parseEslint: ToolParser = (lines) => {
  const summaries = lines.filter((line) => /^✖ \d+ problems? \(/.test(line));
  const stop = lines.find((line) => /^(?:ESLint found too many warnings|Oops! Something went wrong! :\()/.test(line));
  const lined = countEslintLines(lines);
  if (summaries.length === 0 && stop === undefined && lined === null) return null;
  let file = '';
  const failures: string[] = [];
  for (const line of lines) {
    const problem = /^\s+\d+:\d+\s+error\s+(\S.*)$/.exec(line)?.[1];
    if (problem !== undefined) failures.push(`${file}: ${problem}`);
    else if (/^(?:\/|[A-Za-z]:\\|\.{0,2}[\w@])\S*/.test(line)) file = line.trim();
  }
  if (lined !== null) failures.push(...nameFailures(lines));
  if (stop !== undefined) failures.push(stop);
  const counts = {
    errors: sumOf(summaries, 'errors?') + (lined?.errors ?? 0),
    warnings: sumOf(summaries, 'warnings?') + (lined?.warnings ?? 0),
  };
  const failed = counts.errors > 0 || stop !== undefined;
  return { tool: 'eslint', status: failed ? 'failed' : 'passed', counts, failures };
};

/** The TypeScript compiler, pretty or not. */
export const parseTsc: ToolParser = (lines): ToolReport | null => {
  const failures = lines.flatMap((line) => {
    const found = /^(?:(\S.*?)(?:\(\d+,\d+\): |:\d+:\d+ - ))?error (TS\d+): (.*)$/.exec(line);
    return found === null ? [] : [`${found[1] === undefined ? '' : `${found[1]}: `}${found[2]} ${found[3]}`];
  });
  if (failures.length > 0) return { tool: 'tsc', status: 'failed', counts: { errors: failures.length }, failures };
  const clean = lines.some((line) => /Found 0 errors/.test(line));
  return clean ? { tool: 'tsc', status: 'passed' } : null;
};

function sumOf(lines: readonly string[], what: string): number {
  return lines.reduce((sum, line) => sum + countOf(line, what), 0);
}

function countOf(line: string, what: string): number {
  return numberOf(new RegExp(`(\\d+) ${what}\\b`).exec(line)?.[1]);
}
