import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type Answer, createShop } from './scratch-shop.fixture.ts';

// The program as it is published; `npm test` builds it first.
const PROGRAM = new URL('../dist/baton.js', import.meta.url).pathname;
const execute = promisify(execFile);
const ID = 'TASK-1';

/** Starts the same command line twice at once, as two processes, and tells what both printed. */
async function twice(cwd: string, ...argv: readonly string[]): Promise<readonly Answer[]> {
  const line = [PROGRAM, ...argv, '--operation-id', argv.join('/'), '--session', 'run-1', '--json'];
  const run = async (): Promise<Answer> => {
    const env = { ...process.env, BATON_ACTOR: 'ada' };
    const { stdout } = await execute(process.execPath, line, { cwd, env }).catch(
      (error: { readonly stdout: string }) => error,
    );
    return JSON.parse(stdout) as Answer;
  };
  return Promise.all([run(), run()]);
}

test('two processes at once with one --operation-id: both succeed, it is done once, one says that it is a replay', async () => {
  const { directory, ask } = createShop();
  const lines: readonly (readonly string[])[] = [
    ['init', ID],
    ['start', ID, 'implementer'],
    ['snapshot', ID, 'implementer', '--allow-clean'],
    ['hand-off', ID, 'implementer', '--allow-clean'],
    ['claim', ID],
    ['release', ID],
    ['purge', ID],
  ];
  const outcomes: unknown[] = [];
  for (const line of lines) {
    const answers = await twice(directory, ...line);
    const said = answers.map(({ success, data, error }) => (success ? data['replayed'] : error?.message));
    outcomes.push([line[0], said.map(String).sort(), answers[0]?.data?.['revision']]);
  }
  expect(outcomes).toEqual(lines.map(([verb], index) => [verb, ['false', 'true'], index + 1]));

  const reused = await ask('init', ID, '--operation-id', `start/${ID}/implementer`);
  const usedFor = ['role-noted', 'role-started'];
  expect(reused.error).toMatchObject({ code: 'OperationIdReused', data: { revision: 2, usedFor } });
  expect(reused.error?.message).toContain('already made revision 2 (role-noted, role-started, by ada at ');
}, 120_000);
