import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createContextStore } from 'batonkit';
import { defineTask, orThrow } from '@batonkit/core';
import { afterEach, describe, expect, test } from 'vitest';
import { createFsTaskStore } from './fs-task-store.ts';

const run = promisify(execFile);
const racer = fileURLToPath(new URL('./protocol-racer.fixture.mjs', import.meta.url));
const root = mkdtempSync(join(tmpdir(), 'batonkit-race-'));
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('orchestrators that race on one task, each a process of its own', () => {
  test('one wins each step, and the log stays linear', async () => {
    const contexts = createContextStore({ tasks: createFsTaskStore({ root }) });
    const immutable = defineTask({ title: 'Race', description: 'Who is first?' });
    await orThrow(contexts.init('TASK-1', { actor: 'ada', immutable, git: { head: null, task_file_sha: null } }));
    const racers = await Promise.all(['ada', 'bob', 'eve'].map((name) => run(process.execPath, [racer, root, name])));
    const outcomes = racers.map(({ stdout }) => JSON.parse(stdout) as { advanced: number; refused: number });

    expect(outcomes.reduce((sum, { advanced }) => sum + advanced, 0)).toBe(2);
    const { entries } = await orThrow(contexts.trail('TASK-1'));
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
    const steps = entries.flatMap(({ event }) => (event.type === 'state-changed' ? [event.transition] : []));
    expect(steps.map(({ from, to }) => [from, to])).toEqual([
      ['INIT', 'CLASSIFIED'],
      ['CLASSIFIED', 'REQUIREMENTS'],
    ]);
    expect(entries.filter(({ event }) => event.type === 'task-claimed')).toHaveLength(1);
    const current = await orThrow(contexts.get('TASK-1'));
    expect(current?.record.audit.count).toBe(entries.length);
  }, 60_000);
});
