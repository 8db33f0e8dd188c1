import { createManualClock, createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { orThrow, type WorkspaceFiles } from '@batonkit/core';
import { describe, expect, test } from 'vitest';
import { createStateFiles } from './create-state-files.ts';
import { EXAMPLES } from './examples.fixture.ts';

const FENCE = '```';
const PATH = 'docs/task-states/task-1-state.md';
const fileWith = (context: string, more = '') =>
  `# Task #1: Form\n\n## 0. Metadata\n${FENCE}json\n{ "task_id": 1, "status": "in_progress", "total_sessions": 0 }\n${FENCE}\n\n## 1. Context\n\n### Requirements\nA form.\n\n${context}\n\n## 3. Progress Log\n\n(No sessions yet)\n\n## 4. Chain Output\n\n(To be completed)\n${more}`;
const open = (text: string) => {
  const files = createMemoryWorkspaceFiles({ files: { [PATH]: text } });
  return { files, stateFiles: createStateFiles({ files, clock: createManualClock({ start: 0 }) }) };
};
const textOf = async (files: WorkspaceFiles, path = PATH) => (await orThrow(files.read(path)))?.text ?? '';
const HEAD = '### Acceptance Criteria\n';

/** Criteria as people write them: each with `+` when it is checked. */
const CORPUS: readonly (readonly [name: string, context: string, criteria: readonly string[]])[] = [
  ['boxes', `${HEAD}- [x] a\n- [ ] b`, ['+a', 'b']],
  ['capital X', `${HEAD}- [X] a\n* [x] b\n+ [x] c`, ['+a', '+b', '+c']],
  ['partly done', `${HEAD}- [x] a\n- [~] b`, ['+a', 'b']],
  ['in progress', `${HEAD}- [x] a\n- [-] b\n- [/] c\n- [>] d`, ['+a', 'b', 'c', 'd']],
  ['an empty box', `${HEAD}- [x] a\n- [] b`, ['+a', 'b']],
  ['a symbol', `${HEAD}- [x] a\n- ☐ b\n☐ c`, ['+a', 'b', 'c']],
  ['a cross', `${HEAD}- [x] a\n- ❌ b`, ['+a', 'b']],
  ['a plain bullet', `${HEAD}- [x] a\n- b`, ['+a', 'b']],
  ['a check mark that is no box', `${HEAD}- [x] a\n- ✅ b\n- ✔️ c`, ['+a', 'b', 'c']],
  ['numbers', `${HEAD}1. [x] a\n2. [ ] b\n3) c`, ['+a', 'b', 'c']],
  ['a sub-item', `${HEAD}- [x] a\n  - [ ] b\n    - [x] c`, ['+a', 'b', '+c']],
  ['a quoted item', `${HEAD}- [x] a\n> - [ ] b`, ['+a', 'b']],
  ['a box without a bullet', `${HEAD}- [x] a\n[ ] b`, ['+a', 'b']],
  [
    'a table',
    `${HEAD}| Criterion | Done |\n|---|---|\n| a | [x] |\n| b | [ ] |\n| c | ❌ |\n| d | no |`,
    ['+a', 'b', 'c', 'd | no'],
  ],
  ['a heading with more words', '### Acceptance Criteria for v2\n- [x] a\n- [ ] b', ['+a', 'b']],
  ['a heading with an emoji', '### ✅ Acceptance criteria (must)\n- [ ] a', ['a']],
  ['Done when', '### Done when\n- [ ] a', ['a']],
  ['Definition of Done', '### Definition of Done\n- [x] a', ['+a']],
  ['two headings', `${HEAD}- [x] a\n\n### Acceptance Criteria for v2\n- [ ] b`, ['+a', 'b']],
  ['groups', `${HEAD}#### Must\n- [x] a\n#### Should\n- [ ] b`, ['+a', 'b']],
  ['a section of its own', '## Acceptance Criteria\n- [ ] a', ['a']],
  ['a label', '**Acceptance criteria:**\n- [x] a\n- [ ] b', ['+a', 'b']],
  ['text in front', `${HEAD}All of these:\n\n- [x] a`, ['+a']],
  ['code', `${HEAD}${FENCE}\n- [ ] sample\n${FENCE}\n- [x] a`, ['+a']],
  ['a comment', `${HEAD}<!-- - [ ] sample -->\n- [x] a`, ['+a']],
  ['Windows line endings', `${HEAD}- [x] a\r\n- [~] b`.replaceAll('\n', '\r\n').replaceAll('\r\r', '\r'), ['+a', 'b']],
];

describe('criteria as people write them', () => {
  test.each(CORPUS)('%s', async (_, context, criteria) => {
    const { stateFiles, files } = open(fileWith(context));
    const read = (await orThrow(stateFiles.read(1)))!;
    expect(read.state.criteria.map(({ text, checked }) => `${checked ? '+' : ''}${text}`)).toEqual(criteria);
    expect(read.warnings).toEqual([]);
    const isDone = criteria.every((criterion) => criterion.startsWith('+'));
    const written = await stateFiles.writeChainOutput(1, { summary: 'Done.' });
    expect(written.isOk()).toBe(isDone);
    if (isDone) return;
    const place = criteria.findIndex((criterion) => !criterion.startsWith('+'));
    await orThrow(stateFiles.setCriterion(1, { criterion: place }));
    const after = (await orThrow(stateFiles.read(1)))!.state.criteria;
    const expected = criteria.map((criterion, index) => (index === place ? `+${criterion}` : criterion));
    expect(after.map(({ text, checked }) => `${checked ? '+' : ''}${text}`)).toEqual(expected);
    const before = fileWith(context).split(/\r?\n/);
    const changed = (await textOf(files)).split(/\r?\n/).filter((line, index) => line !== before[index]);
    expect(changed).toHaveLength(1);
  });

  test.each([
    ['text alone', `${HEAD}The form works.`, 'only list items and table rows are criteria'],
    ['boxes among the requirements', `- [ ] a\n\n${HEAD}- [x] b`, 'not below the acceptance criteria'],
  ])('%s comes back as a warning', async (_, context, reason) => {
    const read = await orThrow(open(fileWith(context)).stateFiles.read(1));
    expect(read?.warnings.map(({ code, message }) => `${code} ${message}`)).toEqual([expect.stringContaining(reason)]);
  });

  test('a task without criteria is not completed unless forced', async () => {
    const { stateFiles } = open(fileWith(''));
    const refused = (await stateFiles.writeChainOutput(1, { summary: 'Done.' }))._unsafeUnwrapErr();
    expect(refused).toMatchObject({ code: 'Rejected', data: { unmet: [{ condition: 'criteria-present' }] } });
    expect(
      (await orThrow(stateFiles.writeChainOutput(1, { summary: 'Done.', force: true }))).state.output?.summary,
    ).toBe('Done.');
  });

  test('a row without a cell for a box says so', async () => {
    const { stateFiles } = open(fileWith(`${HEAD}| a |\n|---|\n| b |`));
    expect((await stateFiles.setCriterion(1, { criterion: 0 }))._unsafeUnwrapErr().message).toContain(
      'has no cell for a box',
    );
  });
});

describe('inputs that people edit', () => {
  const upstream = EXAMPLES.complete;
  const at = (id: number) => `docs/task-states/task-${id}-state.md`;
  const start = async () => {
    const { files, stateFiles } = open(fileWith(`${HEAD}- [ ] a`));
    await orThrow(stateFiles.create(102, { title: 'API', requirements: 'x', criteria: ['y'], dependencies: [101] }));
    await orThrow(files.write(at(101), upstream));
    return { files, stateFiles };
  };

  test('a title that was not known is filled in', async () => {
    const { files, stateFiles } = await start();
    expect(await textOf(files, at(102))).toContain('### From Task #101: unknown\n(Not available yet)');
    await orThrow(stateFiles.pullChainInputs(102));
    expect(await textOf(files, at(102))).toContain('### From Task #101: JWT Service\n> JWT auth');
    expect((await orThrow(stateFiles.read(102)))?.staleInputs).toEqual([]);
  });

  test('a title is filled in below which nothing is left', async () => {
    const { files, stateFiles } = await start();
    const bare = (await textOf(files, at(102))).replace('\n(Not available yet)', '');
    await orThrow(files.write(at(102), bare));
    await orThrow(stateFiles.pullChainInputs(102));
    expect(await textOf(files, at(102))).toContain('### From Task #101: JWT Service\n> JWT auth');
  });

  test('an edited quote stays, and is shown as a conflict once upstream changes', async () => {
    const { files, stateFiles } = await start();
    await orThrow(stateFiles.pullChainInputs(102));
    const edited = (await textOf(files, at(102))).replace('> JWT auth', '> MY NOTE: JWT auth');
    await orThrow(files.write(at(102), edited));
    await orThrow(stateFiles.pullChainInputs(102));
    expect(await textOf(files, at(102))).toBe(edited);
    expect((await orThrow(stateFiles.read(102)))?.staleInputs).toEqual([]);
    await orThrow(stateFiles.writeChainOutput(101, { notes: 'Now it throws.' }));
    await orThrow(stateFiles.pullChainInputs(102));
    expect(await textOf(files, at(102))).toBe(edited);
    const read = await orThrow(stateFiles.read(102));
    expect(read?.staleInputs).toMatchObject([{ taskId: '101', reason: 'conflict' }]);
    expect(read?.warnings[0]?.message).toContain('The edited quote stays');
  });

  test('tasks that wait for each other are refused by name', async () => {
    const { files, stateFiles } = await start();
    const task = { title: 'x', requirements: 'x', criteria: ['y'] };
    const itself = (await stateFiles.create(7, { ...task, dependencies: [7] }))._unsafeUnwrapErr();
    expect(itself).toMatchObject({
      code: 'Rejected',
      message: expect.stringContaining('Task 7 depends on itself') as string,
    });
    await orThrow(stateFiles.create(8, { ...task, dependencies: [9] }));
    await orThrow(stateFiles.create(9, { ...task, dependencies: [10] }));
    const circle = (await stateFiles.create(10, { ...task, dependencies: [101, 8] }))._unsafeUnwrapErr();
    expect(circle.message).toContain('10 -> 8 -> 9 -> 10');
    await orThrow(stateFiles.create(10, task));
    await orThrow(
      files.write(at(10), (await textOf(files, at(10))).replace('"status"', '"dependencies": [8],\n  "status"')),
    );
    expect((await stateFiles.pullChainInputs(10))._unsafeUnwrapErr().message).toContain('10 -> 8 -> 9 -> 10');
    expect((await orThrow(stateFiles.read(10)))?.staleInputs.map(({ reason }) => reason)).toContain('circular');
  });

  test('merge markers are named with their lines, and code that shows them is not', async () => {
    const merged = fileWith(`${HEAD}<<<<<<< HEAD\n- [ ] a\n=======\n- [ ] b\n>>>>>>> topic`);
    const refused = (await open(merged).stateFiles.read(1))._unsafeUnwrapErr();
    expect(refused.message).toContain(`${PATH}:14: A merge conflict is not resolved here: <<<<<<< HEAD`);
    expect(refused.message).toContain(`${PATH}:18: A merge conflict is not resolved here: >>>>>>> topic`);
    const metadata = EXAMPLES.simple.replace('  "status"', '<<<<<<< HEAD\n  "status"');
    expect((await open(metadata).stateFiles.read(1))._unsafeUnwrapErr().message).toContain('merge conflict');
    const sample = fileWith(`${HEAD}- [ ] a\n\n${FENCE}\n<<<<<<< HEAD\n${FENCE}`);
    expect((await orThrow(open(sample).stateFiles.read(1)))?.warnings).toEqual([]);
  });
});
