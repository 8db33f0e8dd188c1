import { beforeEach, describe, expect, test } from 'vitest';
import { defineTask, orThrow, type QaRunner } from '@batonkit/core';
import {
  createManualClock,
  createMemoryTaskStore,
  createMemoryWorkspaceFiles,
  createScriptedQaRunner,
  type ScriptedEnd,
} from '@batonkit/memory-adapter';
import { createMemoryWorktree, type MemoryWorktree } from '@batonkit/memory-adapter/worktree';
import { createBaton } from './create-baton.ts';

const manifest = (test: string): string => JSON.stringify({ scripts: { test, lint: 'eslint .' } });
const FILES = { 'package.json': manifest('vitest run'), 'src/a.ts': '1\n', 'src/a.test.ts': 'test\n' };
const commands = ['npm test', 'npm run lint'];
const ada = { actor: 'ada', role: 'implementer' };
const vitest = (passed: number, failed: readonly string[] = []): string =>
  [
    ...failed.map((name) => ` FAIL  src/a.test.ts > ${name}`),
    ` Test Files  ${failed.length > 0 ? '1 failed' : '1 passed'} (1)`,
    `      Tests  ${failed.length > 0 ? `${failed.length} failed | ` : ''}${passed} passed (${passed + failed.length})\n`,
  ].join('\n');

let worktree: MemoryWorktree;
let ends: Record<string, ScriptedEnd>;
let during: () => void;
beforeEach(() => {
  worktree = createMemoryWorktree({ files: FILES });
  ends = { 'npm test': { output: vitest(3) } };
  during = () => undefined;
});

/** Passes for one that really runs. */
function runner(): QaRunner {
  const scripted = createScriptedQaRunner(({ command }) => {
    during();
    return ends[command] ?? {};
  });
  return { ...scripted, simulated: false };
}

async function open(given: { runner?: QaRunner } = { runner: runner() }, named: readonly string[] = commands) {
  const files = createMemoryWorkspaceFiles();
  const baton = createBaton({ tasks: createMemoryTaskStore(), worktree, files, clock: createManualClock(), ...given });
  const immutable = defineTask({ title: 'Fix login', description: 'It fails.', qaCommands: named });
  await orThrow(baton.contexts.init('T-1', { actor: 'ada', immutable }));
  return { ...baton, files };
}

test('all commands run, and what they came to is recorded with the tree that they ran on', async () => {
  const baton = await open();
  ends['npm test'] = { exitCode: 1, output: vitest(2, ['adds']) };
  const ran = await orThrow(baton.runQa('T-1', ada));
  expect(ran.executions.map(({ command, kind, exitCode }) => [command, kind, exitCode])).toEqual([
    ['npm test', 'test', 1],
    ['npm run lint', 'lint', 0],
  ]);
  expect(ran.results).toMatchObject([
    { status: 'failed', failures: ['src/a.test.ts > adds'], ran: { kind: 'test', exit_code: 1 } },
    { status: 'passed', ran: { kind: 'lint', exit_code: 0 } },
  ]);
  expect(ran).toMatchObject({ run: null, unproven: [], proof: { grade: 'executed', simulated: false, changed: [] } });
  const tree = ran.proof.tree;
  expect(tree?.before).toBe(tree?.after);
  expect(tree?.after).toBe((await orThrow(worktree.capture({ base: tree?.base ?? '' }))).tree);
  expect(ran.record.qa.baseline).toMatchObject({ status: 'recorded', proof: { grade: 'executed' } });
  expect(ran.warnings.map(({ code }) => code)).toEqual(['TaskFileUnchecked', 'QaFailed'].slice(1));

  ends = { 'npm test': { output: vitest(3) }, 'npm run lint': { exitCode: 2, output: 'Oops!\n' } };
  const later = await orThrow(baton.runQa('T-1', { ...ada, operationId: 'again' }));
  expect(later.run?.verdicts).toMatchObject({ fixed: ['src/a.test.ts > adds'] });
  expect(later.run?.results.map(({ verdict }) => verdict)).toEqual(['fixed', 'regressed']);
  expect(later.run?.proof?.details).toMatch(/^[0-9a-f]{64}$/);
  ends = {};
  const repeated = await orThrow(baton.runQa('T-1', { ...ada, operationId: 'again' }));
  expect(repeated).toMatchObject({
    replayed: true,
    executions: later.executions,
    run: { log: later.run?.log },
    proof: later.proof,
  });
});

test('a structured report names the tests, and trouble in the log stays', async () => {
  const baton = await open();
  const report = '<testsuite name="a"><testcase name="adds" classname="src/a.test.ts"/></testsuite>';
  ends['npm test'] = { output: 'no summary that anybody knows\n', report };
  expect((await orThrow(baton.runQa('T-1', ada))).results[0]).toMatchObject({
    status: 'passed',
    counts: { passed: 1 },
  });
  ends['npm test'] = { output: vitest(2, ['adds']), report };
  expect((await orThrow(baton.runQa('T-1', ada))).results[0]).toMatchObject({ status: 'failed' });
  ends['npm test'] = { output: vitest(2), report, exitCode: 1 };
  expect((await orThrow(baton.runQa('T-1', ada))).results[0]).toMatchObject({ status: 'failed' });
  ends['npm test'] = { output: vitest(2), report: '<nonsense' };
  expect((await orThrow(baton.runQa('T-1', ada))).results[0]).toMatchObject({
    status: 'passed',
    counts: { passed: 2 },
  });
  ends['npm test'] = { output: '', ended: 'timed-out', exitCode: null };
  const late = await orThrow(baton.runQa('T-1', ada));
  expect(late.results[0]).toMatchObject({ status: 'failed', ran: { ended: 'timed-out', exit_code: null } });
  ends['npm test'] = { output: 'No test files found, exiting with code 0\n' };
  expect((await orThrow(baton.runQa('T-1', ada))).results[0]).toMatchObject({ status: 'unknown' });
});

describe('a run does not count as proof', () => {
  const reasons = async (given?: { runner: QaRunner }, more: object = {}): Promise<readonly string[]> => {
    const baton = await open(given);
    return (await orThrow(baton.runQa('T-1', { ...ada, ...more }))).unproven;
  };

  test('when it was made up', async () => {
    expect(await reasons({ runner: createScriptedQaRunner() })).toEqual(['A scripted runner made its results up.']);
  });

  test('when the tree changed meanwhile', async () => {
    const baton = await open();
    during = () => worktree.edit('src/a.ts', '2\n');
    const { unproven, warnings, proof } = await orThrow(baton.runQa('T-1', ada));
    expect(unproven).toEqual(['While it ran, these changed: src/a.ts.']);
    expect(proof.tree?.before).not.toBe(proof.tree?.after);
    expect(warnings.at(-1)).toMatchObject({ code: 'QaUnproven' });
    during = () => 'abcde'.split('').forEach((name) => worktree.edit(`src/${name}.ts`, '3\n'));
    const many = await orThrow(baton.runQa('T-1', ada));
    expect(many.unproven).toEqual(['While it ran, these changed: src/a.ts, src/b.ts, src/c.ts and 2 more.']);
  });

  test('when its definition changed since the brief, unless somebody says why that is right', async () => {
    const baton = await open();
    worktree.edit('package.json', manifest('echo 3 passed'));
    const { unproven, proof } = await orThrow(baton.runQa('T-1', ada));
    expect(unproven).toEqual([
      'package.json: the script "test" is not that of the brief.',
      '"echo 3 passed" runs no check.',
    ]);
    expect(proof.accepted).toBeNull();
    const accepted = await orThrow(baton.runQa('T-1', { ...ada, accept: 'Tests are to come.' }));
    expect(accepted).toMatchObject({ unproven: [], proof: { accepted: 'Tests are to come.', changed: [{}] } });
  });

  test('when the program that ran may be another one', async () => {
    ends['npm run lint'] = { doubts: ['npm comes from a PATH entry that is not absolute.'] };
    expect(await reasons()).toEqual(['npm comes from a PATH entry that is not absolute.']);
  });

  test('when the brief got other commands since', async () => {
    const baton = await open();
    const ran = await orThrow(baton.runQa('T-1', { ...ada, operationId: 'one' }));
    expect(ran.unproven).toEqual([]);
    const immutable = defineTask({ title: 'Fix login', description: 'It fails.', qaCommands: ['npm run all'] });
    await orThrow(baton.contexts.rebuild('T-1', { actor: 'ada', immutable }));
    expect(await orThrow(baton.runQa('T-1', { ...ada, operationId: 'one' }))).toMatchObject({
      replayed: true,
      unproven: ['It ran other commands than the brief names.'],
    });
  });
});

test('what cannot run is refused, and nothing is recorded', async () => {
  const none = await open({});
  const cannot = await none.runQa('T-1', ada);
  expect(cannot.isErr() && [cannot.error.code, cannot.error.message]).toEqual([
    'InvalidInput',
    expect.stringContaining('Pass runner'),
  ]);
  const empty = await open({ runner: runner() }, []);
  const without = await empty.runQa('T-1', ada);
  expect(without.isErr() && without.error.message).toContain('names no QA commands');
  const baton = await open();
  const stranger = await baton.runQa('T-1', { ...ada, role: 'nobody' });
  expect(stranger.isErr() && stranger.error.code).toBe('InvalidInput');
  const gone = await baton.runQa('T-2', ada);
  expect(gone.isErr() && gone.error.code).toBe('ContextNotFound');
  const stopped = await baton.runQa('T-1', { ...ada, signal: AbortSignal.abort() });
  expect(stopped.isErr() && stopped.error.code).toBe('QaCancelled');
  expect((await orThrow(baton.contexts.get('T-1')))?.record.qa).toEqual({ baseline: { status: 'pending' }, runs: [] });
});

test('a hand-off runs the commands first, and records them in its commit', async () => {
  const baton = await open();
  await orThrow(baton.startTurn('T-1', ada));
  worktree.edit('src/a.ts', '2\n');
  const both = await baton.handOff('T-1', { ...ada, qa: true, qaLog: 'x' });
  expect(both.isErr() && both.error.code).toBe('InvalidInput');
  during = () => undefined;
  ends['npm test'] = { exitCode: 1, output: vitest(2, ['adds']) };
  const closed = await orThrow(baton.handOff('T-1', { ...ada, qa: { parallel: true }, operationId: 'off' }));
  expect(closed.qa?.results.map(({ status }) => status)).toEqual(['failed', 'passed']);
  const { baseline } = closed.record.qa;
  expect(baseline.status === 'recorded' && baseline.proof?.tree?.after).toBe(closed.snapshot?.tree);
  expect(closed.warnings.map(({ code }) => code)).toContain('QaFailed');
  const audit = await orThrow(baton.contexts.trail('T-1'));
  expect(audit.entries.filter(({ revision }) => revision === closed.revision).map(({ event }) => event.type)).toContain(
    'qa-baseline-recorded',
  );
  const again = await orThrow(baton.handOff('T-1', { ...ada, qa: true, operationId: 'off' }));
  expect(again).toMatchObject({ replayed: true, qa: { results: closed.qa?.results } });
  const late = await baton.handOff('T-1', { ...ada, qa: true });
  expect(late.isErr() && late.error.code).toBe('Rejected');
});

test('the output is in the session folder of the transient tier, where there are tiers', async () => {
  const baton = await open();
  const silent = await orThrow(baton.runQa('T-1', { ...ada, session: 'run-1' }));
  expect(silent.outputFile).toBeNull();
  await orThrow(baton.files.write('docs/context/CONTEXT_CORE.md', '# Core\n'));
  expect((await orThrow(baton.runQa('T-1', ada))).outputFile).toBeNull();
  const { outputFile } = await orThrow(baton.runQa('T-1', { ...ada, session: 'run-1' }));
  expect(outputFile).toBe('artifacts/sessions/run-1/test_output.txt');
  const text = (await orThrow(baton.files.read(outputFile ?? '')))?.text;
  expect(text).toMatch(
    /^==> npm test \(test, .*\n Test Files {2}1 passed[^]*<== exit code 0, 0\.0 s\n\n==> npm run lint \(lint/,
  );
});
