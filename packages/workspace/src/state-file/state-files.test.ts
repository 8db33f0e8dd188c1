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

describe('create', () => {
  test('gives the simple example, to the byte', async () => {
    const { files, stateFiles } = open();
    const made = await orThrow(
      stateFiles.create(201, {
        actor: 'planner',
        title: 'Add dark mode toggle',
        epic: { id: 15, title: 'UI Polish' },
        repository: 'frontend',
        requirements:
          'Add a dark mode toggle to the settings page. Use existing theme context.\nFollow the ui-patterns skill for styling.',
        criteria: [
          'Toggle switch in Settings > General',
          'Persists preference to localStorage',
          'Applies theme immediately without reload',
        ],
      }),
    );
    expect(made).toMatchObject({ path: path(201), warnings: [], size: { complexity: 'simple' } });
    expect(await textOf(files, path(201))).toBe(EXAMPLES.simple);
  });

  test('no epic, no epic line; documents are linked or embedded; ids may be words', async () => {
    const { files, stateFiles } = open();
    await orThrow(
      stateFiles.create('AUTH-7', {
        title: 'Learn C #',
        requirements: '# of users\n\n```sh\n# a comment\n```\nand <!-- an open comment',
        criteria: ['One\nline', '[x] odd'],
        documents: [
          { label: 'PRD', title: 'user-auth.md', url: '/api/prds/user-auth' },
          { label: 'Conventions', title: 'c.md', url: '/c', access: 'always', text: '## Names\nshort' },
        ],
      }),
    );
    const text = await textOf(files, path('AUTH-7'));
    expect(text).not.toContain('**Epic:**');
    expect(text).toContain('"task_id": "AUTH-7",\n  "epic_id": null,');
    expect(text).toContain('**PRD:** [user-auth.md](/api/prds/user-auth)\n');
    expect(text).toContain('### Conventions\n\\## Names\nshort\n');
    const read = await orThrow(stateFiles.read('AUTH-7'));
    expect(read?.state).toMatchObject({
      title: 'Learn C #',
      requirements: '# of users\n\n```sh\n# a comment\n```\nand <!-- an open comment',
      criteria: [
        { text: 'One line', checked: false },
        { text: '[x] odd', checked: false },
      ],
    });
  });

  test('another file is not overwritten; the same request again is no error', async () => {
    const { files, stateFiles } = open();
    const task = { title: 'A', requirements: 'b', criteria: ['c'] };
    const first = await orThrow(stateFiles.create(1, task));
    expect((await orThrow(stateFiles.create(1, task))).sha).toBe(first.sha);
    expect((await stateFiles.create(1, { ...task, title: 'B' }))._unsafeUnwrapErr().code).toBe('Conflict');
    expect((await textOf(files, path(1))).startsWith('# Task #1: A\n')).toBe(true);
  });

  test('bad ids and inputs are refused with everything that is wrong', async () => {
    const { files, stateFiles } = open();
    const task = { title: 'A', requirements: 'b', criteria: ['c'] };
    expect((await stateFiles.create('../x', task))._unsafeUnwrapErr().code).toBe('InvalidTaskId');
    const wrong = (
      await stateFiles.create(1, { ...task, title: ' ', criteria: [], operationId: '--' })
    )._unsafeUnwrapErr();
    expect(wrong).toMatchObject({
      code: 'InvalidInput',
      data: { unmet: [{ condition: '/operationId' }, { condition: '/title' }, { condition: '/criteria' }] },
    });
    expect((await stateFiles.create(1, { ...task, title: '\uD800' }))._unsafeUnwrapErr().code).toBe('InvalidInput');
    const secret = ['AKIA', 'QYLPMN5HHHFPZAM2'].join('');
    const found = (await stateFiles.create(1, { ...task, requirements: `use ${secret}` }))._unsafeUnwrapErr();
    expect(found).toMatchObject({ code: 'SecretFound', data: { findings: [{ path: '/requirements' }] } });
    expect(found.message).not.toContain(secret);
    expect(await orThrow(files.list())).toEqual([]);
  });
});

describe('each operation changes only its lines', () => {
  const cases = Object.entries(EXAMPLES).flatMap(([name, text]) =>
    ['\n', '\r\n'].map((eol) => ({ name: `${name} ${JSON.stringify(eol)}`, eol, text: text.replaceAll('\n', eol) })),
  );

  test.each(cases)('appendSession: $name', async ({ text, eol }) => {
    const { files, stateFiles } = open({ [path(1)]: text });
    const before = (await orThrow(stateFiles.read(1)))?.state;
    const log = /progress log/i.test(text);
    const done = await stateFiles.appendSession(1, {
      did: 'Tidied',
      issues: 'None',
      next: 'Ship',
      commits: ['abc', 'def'],
    });
    if (!log) return expect(done._unsafeUnwrapErr().code).toBe('SchemaViolation');
    const after = await textOf(files, path(1));
    const number = (before?.metadata.total_sessions ?? 0) + 1;
    const { removed, added } = changedLines(text, after);
    const hadPlaceholder = text.includes('(No sessions yet)');
    expect(removed).toEqual([
      `  "total_sessions": ${number - 1}${eol}`,
      ...(hadPlaceholder ? [`(No sessions yet)${eol}`] : []),
    ]);
    expect(added.filter((line) => line !== eol && line !== '')).toEqual([
      `  "total_sessions": ${number}${eol}`,
      `### Session ${number} - 2024-11-26 16:00${eol}`,
      `**Did:** Tidied${eol}`,
      `**Issues:** None${eol}`,
      `**Next:** Ship${eol}`,
      `**Commits:** abc, def${eol}`,
    ]);
    expect((await orThrow(stateFiles.read(1)))?.state.sessions).toHaveLength((before?.sessions.length ?? 0) + 1);
  });

  test.each(cases)('setCriterion: $name', async ({ text, eol }) => {
    const { files, stateFiles } = open({ [path(1)]: text });
    const criteria = (await orThrow(stateFiles.read(1)))?.state.criteria ?? [];
    for (const [index, { text: criterion, checked }] of criteria.entries()) {
      const before = await textOf(files, path(1));
      await orThrow(stateFiles.setCriterion(1, { criterion: index % 2 === 0 ? index : criterion, checked: !checked }));
      const { removed, added } = changedLines(before, await textOf(files, path(1)));
      expect(removed).toEqual([`- [${checked ? 'x' : ' '}] ${criterion}${eol}`]);
      expect(added).toEqual([`- [${checked ? ' ' : 'x'}] ${criterion}${eol}`]);
    }
    expect((await stateFiles.setCriterion(1, { criterion: criteria.length })).isErr()).toBe(true);
  });

  test.each(cases)('writeChainOutput: $name', async ({ text, eol }) => {
    const { files, stateFiles } = open({ [path(1)]: text });
    const before = (await orThrow(stateFiles.read(1)))?.state;
    if (before === undefined || !/chain output$/im.test(text)) return;
    await orThrow(stateFiles.writeChainOutput(1, { notes: ['Call it', 'Twice'], force: true }));
    const { removed, added } = changedLines(text, await textOf(files, path(1)));
    const ours = ['- Call it', '- Twice'].map((line) => line + eol);
    expect(added.filter((line) => line.startsWith('- '))).toEqual(ours);
    const gone = removed.filter((line) => !/^\(|^- |"status"|^\s*$|^\{API/.test(line));
    expect(gone).toEqual([]);
    const again = await textOf(files, path(1));
    await orThrow(stateFiles.writeChainOutput(1, { notes: ['Call it', 'Twice'], force: true }));
    expect(await textOf(files, path(1))).toBe(again);
  });

  test('nothing to change, nothing written', async () => {
    const { files, stateFiles } = open({ [path(1)]: EXAMPLES.complete });
    await orThrow(stateFiles.setCriterion(1, { criterion: 0 }));
    await orThrow(
      stateFiles.writeChainOutput(1, {
        summary: 'JWT authentication service with token generation, verification, and secure refresh.',
      }),
    );
    await orThrow(stateFiles.pullChainInputs(1));
    expect(await textOf(files, path(1))).toBe(EXAMPLES.complete);
  });

  test('text by hand survives next to a placeholder, in a log without one, and at the end of a file', async () => {
    const byHand = EXAMPLES.simple.replace('(No sessions yet)', '(No sessions yet)\n\nKeep me\n\n### Mine\ntoo');
    const { files, stateFiles } = open({
      [path(1)]: byHand,
      [path(2)]: EXAMPLES.simple.split('## 4.')[0]?.trimEnd() ?? '',
    });
    await orThrow(stateFiles.appendSession(1, { did: ['a', 'b\nc'], next: '# of users' }));
    const text = await textOf(files, path(1));
    expect(text).toContain(
      '## 3. Progress Log\n\nKeep me\n\n### Mine\ntoo\n\n### Session 1 - 2024-11-26 16:00\n**Did:**\n- a\n- b\n  c\n\n**Issues:** None\n\n**Next:** # of users\n\n## 4. Chain Output\n',
    );
    await orThrow(stateFiles.appendSession(2, { did: 'x', next: 'y' }));
    expect((await textOf(files, path(2))).endsWith('**Next:** y')).toBe(true);
    expect((await orThrow(stateFiles.read(1)))?.state.sessions).toMatchObject([
      { did: '- a\n- b\n  c', next: '# of users' },
    ]);
  });

  test('a log that would hide what is added is told, not written to', async () => {
    const broken = `${EXAMPLES.dependent.split('## 4.')[0]}\`\`\`\nnever closed\n`;
    const { files, stateFiles } = open({ [path(1)]: broken });
    const refused = (await stateFiles.appendSession(1, { did: 'x', next: 'y' }))._unsafeUnwrapErr();
    expect(refused).toMatchObject({ code: 'SchemaViolation', data: { problems: [{ file: path(1), line: 43 }] } });
    expect(await textOf(files, path(1))).toBe(broken);
  });
});

describe('sessions', () => {
  test('a request with a name is added once, and says who worked', async () => {
    const { files, stateFiles } = open({ [path(1)]: EXAMPLES.simple });
    const session = { did: 'x', next: 'y', actor: 'claude', operationId: 'run-1' };
    const first = await orThrow(stateFiles.appendSession(1, session));
    expect((await orThrow(stateFiles.appendSession(1, session))).sha).toBe(first.sha);
    expect(first.state.sessions).toMatchObject([{ by: 'claude', operationId: 'run-1' }]);
    expect(await textOf(files, path(1))).toContain('**By:** claude\n<!-- operation: run-1 -->\n');
    expect(
      (await orThrow(stateFiles.appendSession(1, { ...session, operationId: 'run-2' }))).state.sessions,
    ).toHaveLength(2);
  });

  test('a session that a person added without counting it is not counted twice', async () => {
    const byHand = EXAMPLES.simple.replace('(No sessions yet)', '### Session 4 - yesterday\n**Did:** by hand');
    const { stateFiles } = open({ [path(1)]: byHand });
    const { state } = await orThrow(stateFiles.appendSession(1, { did: 'x', next: 'y' }));
    expect(state.sessions.map(({ number }) => number)).toEqual([4, 5]);
    expect(state.metadata.total_sessions).toBe(5);
  });

  test('there must be a file', async () => {
    const { stateFiles } = open();
    expect((await stateFiles.appendSession(9, { did: 'x', next: 'y' }))._unsafeUnwrapErr()).toMatchObject({
      code: 'StateFileNotFound',
      data: { path: path(9) },
    });
    expect(await orThrow(stateFiles.read(9))).toBe(null);
  });

  test('the time is UTC in every time zone', async () => {
    const zone = process.env['TZ'];
    try {
      for (const TZ of ['Pacific/Kiritimati', 'America/Los_Angeles']) {
        process.env['TZ'] = TZ;
        const { stateFiles } = open({ [path(1)]: EXAMPLES.simple }, '2024-11-26T23:30:00Z');
        const { state } = await orThrow(stateFiles.appendSession(1, { did: 'x', next: 'y' }));
        expect(state.sessions[0]?.at).toBe('2024-11-26 23:30');
      }
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });
});

describe('others write at the same time', () => {
  test('an edit between read and write is found by its sha, and the operation is done again on it', async () => {
    const files = createMemoryWorkspaceFiles({ files: { [path(1)]: EXAMPLES.simple } });
    let edits = 0;
    const meddled: WorkspaceFiles = {
      ...files,
      write: (file, text, condition) =>
        files.read(file).andThen((found) => {
          edits += 1;
          const rival = (found?.text ?? '').replace('## 4.', `Edit ${edits}\n\n## 4.`);
          return (
            edits <= 3 ? files.write(file, rival).map(() => undefined) : files.read(file).map(() => undefined)
          ).andThen(() => files.write(file, text, condition));
        }),
    };
    const stateFiles = createStateFiles({ files: meddled, clock: at('2024-11-26T16:00:00Z') });
    await orThrow(stateFiles.appendSession(1, { did: 'x', next: 'y' }));
    const text = await textOf(files, path(1));
    for (const part of ['Edit 1', 'Edit 2', 'Edit 3', '### Session 1 - ']) expect(text.split(part)).toHaveLength(2);
  });

  test('of many at once none is lost', async () => {
    const { stateFiles } = open({ [path(1)]: EXAMPLES.dependent });
    await Promise.all([
      ...Array.from({ length: 20 }, (_, index) =>
        orThrow(stateFiles.appendSession(1, { did: `did ${index}`, next: 'y' })),
      ),
      ...[1, 2, 3, 4].map((criterion) => orThrow(stateFiles.setCriterion(1, { criterion }))),
    ]);
    const read = await orThrow(stateFiles.read(1));
    expect(read?.state.sessions.map(({ number }) => number)).toEqual(
      Array.from({ length: 22 }, (_, index) => index + 1),
    );
    expect(new Set(read?.state.sessions.map(({ did }) => did)).size).toBe(22);
    expect(read?.state.criteria.every(({ checked }) => checked)).toBe(true);
    expect(read).toMatchObject({ size: { complexity: 'very large' }, warnings: [{ code: 'TaskTooLong' }] });
  });
});
