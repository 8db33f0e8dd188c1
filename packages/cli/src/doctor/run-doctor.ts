import type { BatonIo } from '../io/baton-io.ts';
import { EXIT_CODES } from '../io/exit-code.ts';
import { openKit, type ShellOptions } from '../kit/open-kit.ts';
import { createPaint } from '../print/paint.ts';
import { oneLine } from '../print/plain-text.ts';
import { printOutcome } from '../print/print-outcome.ts';
import { withProgress } from '../print/progress.ts';
import { renderTable } from '../print/render-table.ts';
import { err } from '@batonkit/core';
import { checkGit } from './check-git.ts';
import { checkLeftovers } from './check-leftovers.ts';
import { checkSnapshots } from './check-snapshots.ts';
import { checkTasks } from './check-tasks.ts';
import type { DoctorFinding } from './doctor-check.ts';

const CHECKS = [checkGit, checkLeftovers, checkTasks, checkSnapshots];

/** Looks at everything and says what is safe to do. Repairs only with `fix`, and says first what it is about to do. */
export async function runDoctor(io: BatonIo, options: ShellOptions & { readonly fix?: boolean }): Promise<void> {
  const isJson = options.json === true;
  const opened = await openKit(io, options);
  if (opened.isErr()) {
    io.exit(await printOutcome(io, { name: 'doctor', input: {}, result: err(opened.error), json: isJson }));
    return;
  }
  try {
    const findings = await withProgress(io, 'doctor', isJson, async () => {
      const all: DoctorFinding[] = [];
      for (const check of CHECKS) all.push(...(await check(opened.value, io)));
      return all;
    });
    if (!isJson) printFindings(io, findings);
    const repaired = await repair(io, findings, options.fix === true, isJson);
    const hasProblem = findings.some(({ verdict }) => verdict === 'problem');
    if (isJson) {
      const rows = findings.map(({ repair: step, ...finding }) => ({ ...finding, repair: step?.plan ?? null }));
      const data = { healthy: !hasProblem, findings: rows, repaired };
      io.stdout.write(`${JSON.stringify({ success: true, data, error: null })}\n`);
    }
    io.exit(hasProblem ? EXIT_CODES.failed : EXIT_CODES.done);
  } finally {
    await opened.value.store.close();
  }
}

function printFindings(io: BatonIo, findings: readonly DoctorFinding[]): void {
  const paint = createPaint(io, io.stdout);
  const colours = { ok: paint.green, note: paint.yellow, problem: paint.red };
  const rows = findings.map(({ check, verdict, detail, advice }) => [
    colours[verdict](verdict),
    check,
    [detail, advice]
      .filter((text) => text !== '')
      .map(oneLine)
      .join('\n'),
  ]);
  const width = io.stdout.isTTY === true ? io.stdout.columns : undefined;
  io.stdout.write(renderTable(['', 'what', 'found'], rows, { paint, width }));
}

interface Repaired {
  readonly plan: string;
  readonly done: string | null;
}

async function repair(
  io: BatonIo,
  findings: readonly DoctorFinding[],
  isAsked: boolean,
  isQuiet: boolean,
): Promise<readonly Repaired[]> {
  const steps = findings.flatMap(({ repair: step }) => (step === null ? [] : [step]));
  const say = (text: string): void => {
    if (!isQuiet) io.stdout.write(text);
  };
  if (steps.length === 0) {
    if (isAsked) say('\nThere is nothing that can be repaired without a person.\n');
    return [];
  }
  say(`\n${isAsked ? 'About to' : 'With --fix, baton would'}\n${steps.map(({ plan }) => `  - ${plan}\n`).join('')}`);
  if (!isAsked) return steps.map(({ plan }) => ({ plan, done: null }));
  const repaired: Repaired[] = [];
  for (const { plan, run } of steps) {
    const done = await run();
    say(`done: ${plan}: ${done}\n`);
    repaired.push({ plan, done });
  }
  return repaired;
}
