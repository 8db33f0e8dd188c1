import { createManualClock, createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { describe, expect, test } from 'vitest';
import { orThrow, type WorkspaceFiles } from '@batonkit/core';
import { changedLines } from './changed-lines.fixture.ts';
import { EXAMPLES } from './examples.fixture.ts';
import { createStateFiles } from './create-state-files.ts';

const at = (time: string) => createManualClock({ start: Date.parse(time) });
const path = (id: number | string) => `docs/task-states/task-${id}-state.md`;
const textOf = async (files: WorkspaceFiles, file: string) => (await orThrow(files.read(file)))?.text ?? '';
const open = (texts: Record<string, string> = {}, time = '2024-11-26T16:00:00Z') => {
  const files = createMemoryWorkspaceFiles({ files: texts });
  return { files, stateFiles: createStateFiles({ files, clock: at(time) }) };
};

describe('chain output', () => {
  const task = { title: 'JWT Service', requirements: 'Tokens.', criteria: ['Signs', 'Verifies'] };

  test('needs every criterion, and lists those that are missing', async () => {
    const { stateFiles } = open();
    await orThrow(stateFiles.create(101, task));
    await orThrow(stateFiles.setCriterion(101, { criterion: 1 }));
    const refused = (await stateFiles.writeChainOutput(101, { summary: 'x' }))._unsafeUnwrapErr();
    expect(refused).toMatchObject({ code: 'Rejected', data: { unmet: [{ condition: 'criterion-checked:0' }] } });
    expect(await orThrow(stateFiles.extractChainOutput(101))).toBe(null);
    const forced = await orThrow(stateFiles.writeChainOutput(101, { summary: 'x', force: true }));
    expect(forced.state.metadata.status).toBe('in_progress');
    await orThrow(stateFiles.setCriterion(101, { criterion: 0 }));
    const done = await orThrow(stateFiles.writeChainOutput(101, { summary: 'y' }));
    expect(done.state).toMatchObject({ metadata: { status: 'complete' }, output: { summary: 'y' } });
    expect(done.nextStep.text).toContain('Nothing is left to do');
  });

  test('comes out as it went in', async () => {
    const { files, stateFiles } = open();
    await orThrow(stateFiles.create(101, task));
    const report = {
      summary: 'Tokens.\n\n# of users: any',
      files: ['src/a.ts', { path: 'src/b c.ts', note: 'Tests - all' }],
      contract: '```ts\n### not a heading\nsign(): string\n```',
      configuration: '```env\n# secret\nEXPIRY=15m\n```',
      notes: ['Check for null'],
    };
    await orThrow(stateFiles.writeChainOutput(101, { ...report, force: true }));
    expect(await orThrow(stateFiles.extractChainOutput(101))).toMatchObject({
      summary: report.summary,
      files: [
        { path: 'src/a.ts', note: null },
        { path: 'src/b c.ts', note: 'Tests - all' },
      ],
      contract: report.contract,
      configuration: report.configuration,
      notes: '- Check for null',
    });
    const text = await textOf(files, path(101));
    expect(text).not.toContain('(To be completed)');
    expect(text.match(/^### .*$/gm)?.slice(-5)).toEqual([
      '### Files Created',
      '### API Contract',
      '### not a heading',
      '### Configuration Required',
      '### Integration Notes',
    ]);
  });

  test('is taken by those that depend on it, and known to be stale when it changes', async () => {
    const { files, stateFiles } = open({ [path(100)]: EXAMPLES.complete.replaceAll('101', '100') });
    await orThrow(stateFiles.create(101, task));
    const made = await orThrow(stateFiles.create(102, { ...task, title: 'API', dependencies: [100, 101, 103] }));
    expect(made.state.inputs).toMatchObject([
      { taskId: '100', title: 'JWT Service' },
      { taskId: '101', title: 'JWT Service', text: '', sha: null },
      { taskId: '103', title: 'unknown', text: '', sha: null },
    ]);
    expect(made.state.inputs[0]?.text).toContain('class JWTService {');
    const upstream = await orThrow(stateFiles.extractChainOutput(100));
    expect(made.state.inputs[0]?.sha).toBe(upstream?.sha);
    expect((await orThrow(stateFiles.read(102)))?.staleInputs).toEqual([]);

    await orThrow(stateFiles.writeChainOutput(100, { notes: 'Now it throws.' }));
    await orThrow(stateFiles.writeChainOutput(101, { summary: 'Signs.', force: true }));
    const read = await orThrow(stateFiles.read(102));
    expect(read?.staleInputs).toMatchObject([
      { taskId: '100', reason: 'changed', takenSha: upstream?.sha },
      { taskId: '101', reason: 'available', takenSha: null },
    ]);
    expect(read?.warnings).toMatchObject([
      { code: 'StaleInput', where: path(102) },
      { code: 'StaleInput', where: path(102) },
    ]);

    const before = await textOf(files, path(102));
    const withNote = before.replace('(Not available yet)\n', '(Not available yet)\n\nAsk Ada.\n');
    await orThrow(files.write(path(102), withNote));
    await orThrow(stateFiles.pullChainInputs(102));
    const { removed, added } = changedLines(withNote, await textOf(files, path(102)));
    expect(removed.every((line) => /^>|^\[Full chain output\]|^\(Not available yet\)/.test(line))).toBe(true);
    expect(added.every((line) => /^>|^\[Full chain output\]|^\n$/.test(line))).toBe(true);
    expect(await textOf(files, path(102))).toContain('Ask Ada.');
    expect((await orThrow(stateFiles.read(102)))?.staleInputs).toEqual([]);

    await orThrow(files.write(path(101), 'nonsense'));
    await orThrow(files.remove(path(100)));
    expect((await orThrow(stateFiles.read(102)))?.staleInputs.map(({ reason }) => reason)).toEqual([
      'gone',
      'unreadable',
    ]);
  });

  test('inputs are filled into a file that has no section for them yet', async () => {
    const { files, stateFiles } = open({ [path(101)]: EXAMPLES.complete });
    const bare = EXAMPLES.simple.replace('"status"', '"dependencies": [101],\n  "status"');
    await orThrow(files.write(path(201), bare));
    await orThrow(stateFiles.pullChainInputs(201));
    const text = await textOf(files, path(201));
    expect(text).toMatch(/without reload\n\n## 2\. Chain Inputs\n\n### From Task #101: JWT Service\n> JWT auth/);
    expect(changedLines(bare, text).removed).toEqual([]);
    expect((await orThrow(stateFiles.read(201)))?.staleInputs).toEqual([]);
  });
});
