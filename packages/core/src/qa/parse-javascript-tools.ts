import { millisecondsOf, numberOf, type ToolParser, type ToolReport } from './tool-report.ts';

/** Vitest's default reporters. A run without its summary did not end, and that is a failure. */
export const parseVitest: ToolParser = (lines) => {
  if (!lines.some((line) => /^\s*RUN\s+v\d/.test(line)) && !lines.some((line) => /^\s*Test Files\s+\d/.test(line)))
    return null;
  const failures = lines.flatMap((line) => /^\s*FAIL\s+(?:\|[^|]*\|\s*)?(\S.*)$/.exec(line)?.[1] ?? []);
  const tests = lines.findLast((line) => /^\s*Tests\s{2,}/.test(line));
  const files = lines.findLast((line) => /^\s*Test Files\s+/.test(line)) ?? '';
  const errors = /^\s*Errors\s+(\d+)/.exec(lines.findLast((line) => /^\s*Errors\s+\d+ error/.test(line)) ?? '')?.[1];
  if (tests === undefined) {
    const empty = lines.find((line) => line.startsWith('No test files found'));
    return { tool: 'vitest', status: 'failed', failures: [...failures, empty ?? 'the run did not end'] };
  }
  const counts = {
    passed: countOf(tests, 'passed'),
    failed: countOf(tests, 'failed'),
    skipped: countOf(tests, 'skipped'),
    errors: numberOf(errors),
  };
  const failed = counts.failed > 0 || counts.errors > 0 || countOf(files, 'failed') > 0;
  const duration = lines.findLast((line) => /^\s*Duration\s/.test(line));
  return {
    tool: 'vitest',
    status: failed ? 'failed' : 'passed',
    counts,
    failures,
    durationMs: millisecondsOf(duration),
  };
};

/** Jest's default reporter. A run that printed failures but no summary did not end, and that is a failure. */
export const parseJest: ToolParser = (lines) => {
  const tests = lines.findLast((line) => /^Tests:\s.*\btotal$/.test(line)) ?? '';
  const suites = lines.findLast((line) => /^Test Suites:\s/.test(line)) ?? '';
  const ended = tests !== '' || suites !== '';
  let file = '';
  const failures = lines.flatMap((line) => {
    file = /^\s?(?:FAIL|PASS)\s+(?:\S+ )?(?:\.\/)?(\S+\.\w+)(?: \([\d.]+ m?s\))?$/.exec(line)?.[1] ?? file;
    const name = /^\s*●\s+(?!Console$)(\S.*)$/.exec(line)?.[1];
    return name === undefined || name.endsWith('Warning:') ? [] : [file === '' ? name : `${file} › ${name}`];
  });
  if (!ended) {
    if (lines.some((line) => /^No tests found, exiting with code 1$/.test(line))) {
      return { tool: 'jest', status: 'failed', failures: ['No tests found'] };
    }
    const isJest = failures.length > 0 && (file !== '' || lines.some((line) => /● +process\.exit called/.test(line)));
    return isJest ? { tool: 'jest', status: 'failed', failures: [...failures, 'the run did not end'] } : null;
  }
  const counts = {
    passed: countOf(tests, 'passed'),
    failed: countOf(tests, 'failed'),
    skipped: countOf(tests, 'skipped') + countOf(tests, 'todo'),
    errors: 0,
  };
  const failed = counts.failed > 0 || countOf(suites, 'failed') > 0;
  const time = lines.findLast((line) => /^Time:\s/.test(line));
  return {
    tool: 'jest',
    status: failed ? 'failed' : 'passed',
    counts,
    failures: failed ? failures : [],
    durationMs: millisecondsOf(time),
  };
};

/** ESLint's `stylish` formatter. It prints nothing when all is well, so silence is left to the generic parser. */
export const parseEslint: ToolParser = (lines) => {
  const summary = lines.findLast((line) => /^✖ \d+ problems? \(/.test(line));
  if (summary === undefined) return null;
  let file = '';
  const failures: string[] = [];
  for (const line of lines) {
    const problem = /^\s+\d+:\d+\s+error\s+(\S.*)$/.exec(line)?.[1];
    if (problem !== undefined) failures.push(`${file}: ${problem}`);
    else if (/^(?:\/|[A-Za-z]:\\|\.{0,2}[\w@])\S*/.test(line)) file = line.trim();
  }
  const counts = { errors: countOf(summary, 'errors?'), warnings: countOf(summary, 'warnings?') };
  return { tool: 'eslint', status: counts.errors > 0 ? 'failed' : 'passed', counts, failures };
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

function countOf(line: string, what: string): number {
  return numberOf(new RegExp(`(\\d+) ${what}\\b`).exec(line)?.[1]);
}
