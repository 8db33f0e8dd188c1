import { createMemoryWorkspaceFiles, type WorkspaceFault } from '@batonkit/memory-adapter';
import { expect, test } from 'vitest';
import { orThrow } from '@batonkit/core';
import { createStateFiles } from './create-state-files.ts';
import type { StateFiles } from './state-files.ts';

const form = { actor: 'ada', title: 'Form', requirements: 'A form.', criteria: ['Logs in', 'Logs in', 'Logs out'] };
const session = { actor: 'ada', did: ['Wrote it.'], next: ['Test it.'], operationId: 'one' };

/** Two tasks, of which the second waits for the first; the files fail once, at a read after that. */
async function open(at: number | null) {
  const texts = createMemoryWorkspaceFiles();
  const first = createStateFiles({ files: texts });
  await orThrow(first.create(1, form));
  await orThrow(first.writeChainOutput(1, { actor: 'ada', summary: 'Done.', force: true }));
  await orThrow(first.create(2, { ...form, dependencies: ['1'] }));
  const copy: Record<string, string> = {};
  for (const path of await orThrow(texts.list())) copy[path] = (await orThrow(texts.read(path)))!.text;
  const faults: readonly WorkspaceFault[] = at === null ? [] : [{ op: 'read', at, when: 'before', as: 'error' }];
  return createStateFiles({ files: createMemoryWorkspaceFiles({ files: copy, faults }) });
}

test.each<[string, (states: StateFiles) => ReturnType<StateFiles['create' | 'read' | 'extractChainOutput']>]>([
  ['create', (states) => states.create(3, { ...form, dependencies: ['1'] })],
  ['appendSession', (states) => states.appendSession(2, session)],
  ['setCriterion', (states) => states.setCriterion(2, { actor: 'ada', criterion: 2 })],
  ['writeChainOutput', (states) => states.writeChainOutput(2, { actor: 'ada', summary: 'Done.', force: true })],
  ['extractChainOutput', (states) => states.extractChainOutput(1)],
  ['pullChainInputs', (states) => states.pullChainInputs(2)],
  ['read', (states) => states.read(2)],
])('%s: a file that cannot be read is no missing file, and the next try goes through', async (_, call) => {
  const undisturbed = await call(await open(null));
  expect(undisturbed.isOk()).toBe(true);
  const states = await open(1);
  expect((await call(states))._unsafeUnwrapErr().code).toBe('StorageFailure');
  expect((await call(states)).isOk()).toBe(true);
});

test.each<
  [string, (states: StateFiles, id: string) => ReturnType<StateFiles['create' | 'read' | 'extractChainOutput']>]
>([
  ['create', (states, id) => states.create(id, form)],
  ['appendSession', (states, id) => states.appendSession(id, session)],
  ['setCriterion', (states, id) => states.setCriterion(id, { actor: 'ada', criterion: 0 })],
  ['extractChainOutput', (states, id) => states.extractChainOutput(id)],
  ['pullChainInputs', (states, id) => states.pullChainInputs(id)],
  ['read', (states, id) => states.read(id)],
])('%s refuses an id that is none', async (_, call) => {
  expect((await call(await open(null), '../x'))._unsafeUnwrapErr().code).toBe('InvalidTaskId');
});

test('a criterion that is named twice, or not at all, is asked for by its place', async () => {
  const states = await open(null);
  const check = async (criterion: string | number) =>
    (await states.setCriterion(2, { actor: 'ada', criterion }))._unsafeUnwrapErr().message;
  expect(await check('Logs in')).toContain('has 2 criteria "Logs in"; name it by its place');
  expect(await check('Sings')).toContain('"Sings"');
  expect(await check(9)).toContain('number 9');
});
