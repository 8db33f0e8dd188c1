import { expect, test } from 'vitest';
import { orThrow, type QaProgress } from '@batonkit/core';
import { createScriptedQaRunner } from './scripted-qa-runner.ts';

const commands = [
  { command: 'npm test', kind: 'test' },
  { command: 'npm run lint', kind: 'lint' },
] as const;

test('each command ends as the script says, and tells of it', async () => {
  const runner = createScriptedQaRunner(({ kind }) => (kind === 'lint' ? { exitCode: 2, output: 'bad\n' } : {}));
  const seen: string[] = [];
  const { executions, environment } = await orThrow(
    runner.run({
      ...{ commands, cwd: null },
      onOutput: ({ command, text }) => seen.push(`${command}: ${text.trim()}`),
      onProgress: ({ index, of, execution }: QaProgress) =>
        seen.push(`${index + 1}/${of} ${execution?.exitCode ?? 'runs'}`),
    }),
  );
  expect(runner.simulated).toBe(true);
  expect(environment).toEqual([]);
  expect(executions).toMatchObject([
    { exitCode: 0, outputBytes: 0 },
    { exitCode: 2, output: 'bad\n', outputBytes: 4 },
  ]);
  expect(seen).toEqual(['1/2 runs', '1/2 0', '2/2 runs', 'npm run lint: bad', '2/2 2']);
});

test('an aborted run is cancelled', async () => {
  const controller = new AbortController();
  const runner = createScriptedQaRunner({});
  const running = runner.run({ commands, cwd: null, signal: controller.signal });
  controller.abort();
  const answer = await running;
  expect(answer.isErr() && [answer.error.code, answer.error.data]).toEqual(['QaCancelled', { command: 'npm test' }]);
});
