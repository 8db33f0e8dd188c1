import { createManualClock, createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { describe, expect, test } from 'vitest';
import { orThrow, type WorkspaceFiles } from '@batonkit/core';
import { summarizeSessions } from './archived-summary.ts';
import { changedLines } from './changed-lines.fixture.ts';
import { createStateFiles } from './create-state-files.ts';
import { EXAMPLES } from './examples.fixture.ts';

const path = (id: number) => `docs/task-states/task-${id}-state.md`;
const textOf = async (files: WorkspaceFiles, file: string) => (await orThrow(files.read(file)))?.text ?? '';
const open = (texts: Record<string, string>) => {
  const files = createMemoryWorkspaceFiles({ files: texts });
  const clock = createManualClock({ start: Date.parse('2024-11-26T16:00:00Z') });
  return { files, stateFiles: createStateFiles({ files, clock }) };
};
/** The example up to a heading, with that heading as the last thing in the file. */
const upTo = (example: string, heading: string) => example.slice(0, example.indexOf(heading) + heading.length);
const endings = [
  ['LF', '\n'],
  ['CRLF', '\r\n'],
] as const;

describe.each(endings)('a file with %s whose last heading has nothing below it', (_, eol) => {
  const inEnding = (text: string) => text.replaceAll('\n', eol);

  test.each([
    ['and no line ending', ''],
    ['but a line ending', eol],
    ['but a blank line', eol + eol],
  ])('%s: a session and a chain output are put there', async (__, tail) => {
    const logged = inEnding(upTo(EXAMPLES.simple, '## 3. Progress Log')) + tail;
    const { files, stateFiles } = open({ [path(1)]: logged });
    await orThrow(stateFiles.appendSession(1, { did: 'Wrote it.', next: 'Test it.' }));
    const text = await textOf(files, path(1));
    expect(text).toContain(`## 3. Progress Log${eol}${eol}### Session 1 - 2024-11-26 16:00${eol}`);
    expect(text.replaceAll(eol, '')).not.toMatch(/[\r\n]/);
    expect((await orThrow(stateFiles.read(1)))?.state.sessions).toMatchObject([{ did: 'Wrote it.', next: 'Test it.' }]);
  });

  test.each([
    ['and no line ending', ''],
    ['but a line ending', eol],
  ])('%s: the field of a chain output is filled in', async (__, tail) => {
    const { files, stateFiles } = open({
      [path(1)]: `${inEnding(upTo(EXAMPLES.simple, '## 4. Chain Output'))}${eol}${eol}### Summary${tail}`,
    });
    const output = { summary: 'Done.', files: [] };
    await orThrow(stateFiles.writeChainOutput(1, { ...output, force: true }));
    const text = await textOf(files, path(1));
    expect(text).toContain(`### Summary${eol}Done.${eol}`);
    expect(text.replaceAll(eol, '')).not.toMatch(/[\r\n]/);
    const written = (await orThrow(stateFiles.extractChainOutput(1)))!;
    expect(written).toMatchObject({ summary: 'Done.' });
    expect(text).toMatch(/### Files[^\r\n]*\s+None/);
  });
});

describe('inputs that a person took away', () => {
  const dependent = EXAMPLES.simple.replace('"status"', '"dependencies": [101],\n  "status"');
  const pull = async (text: string) => {
    const { files, stateFiles } = open({ [path(101)]: EXAMPLES.complete, [path(201)]: text });
    await orThrow(stateFiles.pullChainInputs(201));
    expect((await orThrow(stateFiles.read(201)))?.staleInputs).toEqual([]);
    return textOf(files, path(201));
  };

  test('are filled in below a heading that kept nothing, at the end of a file or not', async () => {
    const heading = '## 2. Chain Inputs\n\n### From Task #101: JWT Service';
    const before = dependent.split('## 3.')[0] ?? '';
    expect(await pull(`${before}${heading}`)).toContain(`${heading}\n> JWT auth`);
    const amid = await pull(dependent.replace('## 3.', `${heading}\n\n## 3.`));
    expect(amid).toContain(`${heading}\n> JWT auth`);
    expect(amid).toContain('\n## 3. Progress Log');
  });

  test('go to the end of a file that has neither inputs nor a log, and to the end of the section if it is there', async () => {
    const bare = (dependent.split('## 3.')[0] ?? '').trimEnd();
    const text = await pull(bare);
    expect(text.startsWith(`${bare}\n\n## 2. Chain Inputs\n\n### From Task #101: JWT Service\n> `)).toBe(true);
    const section = dependent.replace('## 3.', '## 2. Chain Inputs\n\nAsk Ada.\n\n## 3.');
    const filled = await pull(section);
    expect(filled).toContain('## 2. Chain Inputs\n\nAsk Ada.\n\n### From Task #101: JWT Service\n> ');
    expect(changedLines(section, filled).removed).toEqual([]);
    expect(filled.match(/## 2\. Chain Inputs/g)).toHaveLength(1);
  });
});

describe('a chain output', () => {
  test('needs its section', async () => {
    const without = EXAMPLES.simple.split('## 4.')[0] ?? '';
    const { files, stateFiles } = open({ [path(1)]: without });
    const refused = (await stateFiles.writeChainOutput(1, { summary: 'Done.', force: true }))._unsafeUnwrapErr();
    expect(refused).toMatchObject({
      code: 'SchemaViolation',
      data: { problems: [{ file: path(1), detail: expect.stringContaining('4. Chain Output') as string }] },
    });
    expect(await textOf(files, path(1))).toBe(without);
  });

  test('leaves what a person put below a heading of their own', async () => {
    const own = '### Summary\nOld.\n\n#### Mine\nKeep me.\n';
    const { files, stateFiles } = open({ [path(1)]: `${upTo(EXAMPLES.simple, '## 4. Chain Output')}\n\n${own}` });
    await orThrow(stateFiles.writeChainOutput(1, { summary: 'New.', force: true }));
    const text = await textOf(files, path(1));
    expect(text).toContain('### Summary\nNew.\n\n#### Mine\nKeep me.\n');
    expect(text).not.toContain('Old.');
  });
});

describe('metadata', () => {
  const problem = async (text: string) => {
    const { stateFiles } = open({ [path(1)]: text });
    const error = (await stateFiles.read(1))._unsafeUnwrapErr();
    if (error.code !== 'SchemaViolation') throw new Error(error.message);
    return error.data.problems[0];
  };
  const fence = '```';

  test('in a block that is never closed, or that is no object, are told with their line', async () => {
    const head = `# Task 1: Form\n\n## 0. Metadata\n\n${fence}json\n`;
    expect(await problem(`${head}{ "task_id": 1 }\n\n## 1. Requirements\n`)).toMatchObject({ line: 6 });
    expect(await problem(`${head}[]\n${fence}\n`)).toMatchObject({ line: 6 });
  });
});

describe('the summary of archived sessions', () => {
  const session = (number: number, more: object) =>
    ({ number, at: '', did: '', commits: [], ...more }) as unknown as Parameters<typeof summarizeSessions>[1][number];

  test('is cut where it gets long, between characters, and says where the rest is', () => {
    const sessions = Array.from({ length: 40 }, (_, at) => session(at + 1, { did: `${'x'.repeat(119)}😀 and more` }));
    const { accomplishments, from, to } = summarizeSessions(null, sessions, 'archive.md');
    expect([from, to]).toEqual([1, 40]);
    expect(accomplishments.length).toBeLessThan(2100);
    expect(accomplishments).toMatch(/ \.\.\. \(the rest is in the archive\)$/);
    const items = accomplishments.split('; ');
    expect(items).toHaveLength(40);
    for (const item of items) expect(item).toMatch(/^x{40,}…/);
    const further = summarizeSessions(
      summarizeSessions(null, sessions, 'archive.md'),
      [session(41, { did: 'The last one.' })],
      'archive.md',
    );
    expect(further.accomplishments.match(/the rest is in the archive/g)).toHaveLength(1);
    expect(further.accomplishments).toContain('The last one.');
    let many = further;
    for (let number = 42; number <= 300; number += 1) {
      many = summarizeSessions(many, [session(number, { did: `Step ${number} is done; and it works` })], 'archive.md');
    }
    expect(many.accomplishments.length).toBeLessThan(2100);
    expect(many.accomplishments).toContain('Step 300');
    expect(many.accomplishments.split('; ').length).toBeGreaterThan(50);
    expect(many).toMatchObject({ from: 1, to: 300 });
  });

  test('shortens the hashes of commits, names each once, and keeps what is no hash', () => {
    const hash = 'abcdef0123456789abcdef0123456789abcdef01';
    const { commits } = summarizeSessions(null, [session(1, { commits: [hash, 'PR-7', hash] })], 'archive.md');
    expect(commits).toEqual(['abcdef012345', 'PR-7']);
  });
});
