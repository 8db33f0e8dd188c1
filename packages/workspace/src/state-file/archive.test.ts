import { createManualClock, createMemoryWorkspaceFiles, type WorkspaceFault } from '@batonkit/memory-adapter';
import { describe, expect, test } from 'vitest';
import { orThrow, type WorkspaceFiles } from '@batonkit/core';
import { readArchive } from './archive-sessions.ts';
import { EXAMPLES } from './examples.fixture.ts';
import { createStateFiles } from './create-state-files.ts';

const PATH = 'docs/task-states/task-1-state.md';
const ARCHIVE = 'docs/archives/task-1-archive.md';
const HOUR = 3_600_000;

const open = (texts: Record<string, string> = { [PATH]: EXAMPLES.simple }, faults: readonly WorkspaceFault[] = []) => {
  const clock = createManualClock({ start: Date.parse('2024-11-26T10:00:00Z') });
  const files = createMemoryWorkspaceFiles({ files: texts, faults });
  return { files, clock, stateFiles: createStateFiles({ files, clock }) };
};
const textOf = async (files: WorkspaceFiles, path: string) => (await orThrow(files.read(path)))?.text ?? '';
/** About 10 KB. */
const report = (name: string) => ({
  did: [`Built ${name}`, 'x'.repeat(9900)],
  next: 'More',
  commits: [`${name}c0ffee`],
  operationId: name,
});

/** The sessions that are anywhere, by the name in their request. */
async function everySession(files: WorkspaceFiles, stateFiles: ReturnType<typeof createStateFiles>): Promise<string[]> {
  const state = (await orThrow(stateFiles.read(1)))?.state.sessions ?? [];
  const archived = readArchive(await textOf(files, ARCHIVE));
  return [...new Set([...archived, ...state].map(({ operationId }) => operationId ?? ''))];
}

describe('a file that grows', () => {
  test('warns over 50 KB, archives over 75 KB, again and again, and keeps every session', async () => {
    const { files, clock, stateFiles } = open();
    const names = Array.from({ length: 30 }, (_, index) => `s${index}`);
    const sizes: number[] = [];
    for (const name of names) {
      const { warnings } = await orThrow(stateFiles.appendSession(1, report(name)));
      const text = await textOf(files, PATH);
      sizes.push(text.length);
      const isLarge = text.length > 50 * 1024;
      expect(warnings.some(({ code }) => code === 'StateFileLarge')).toBe(isLarge);
      clock.advance(HOUR);
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(75 * 1024);
    expect(sizes.filter((size, index) => size < (sizes[index - 1] ?? 0)).length).toBeGreaterThan(5);
    expect(await everySession(files, stateFiles)).toEqual(names);

    const read = await orThrow(stateFiles.read(1));
    expect(read?.state.archived).toMatchObject({
      from: 1,
      duration: expect.stringMatching(/^2024-11-26 10:00 - 2024-11-27 \d\d:00$/) as string,
      archive: ARCHIVE,
    });
    expect(read?.state.archived?.to).toBe((read?.state.sessions[0]?.number ?? 0) - 1);
    expect(read?.state.archived?.commits.slice(0, 2)).toEqual(['s0c0ffee', 's1c0ffee']);
    expect(read?.state.archived?.accomplishments).toMatch(/^Built s0; Built s1; /);
    expect(read?.state.sessions.length).toBeGreaterThanOrEqual(5);
    expect(read?.state.metadata.total_sessions).toBe(30);
    expect((await textOf(files, PATH)).match(/### Archived Summary/g)).toHaveLength(1);
  });

  test('the summary has the form of the example, and sessions stand in the archive as they stood in the file', async () => {
    const { files, clock, stateFiles } = open({ [PATH]: EXAMPLES.simple.replaceAll('\n', '\r\n') });
    for (let index = 0; index < 7; index += 1) {
      await orThrow(stateFiles.appendSession(1, report(`s${index}`)));
      clock.advance(HOUR);
    }
    const before = await textOf(files, PATH);
    await orThrow(stateFiles.appendSession(1, report('s7')));
    const text = await textOf(files, PATH);
    expect(text).toContain(
      [
        '## 3. Progress Log',
        '',
        '### Archived Summary (Sessions 1-3)',
        '**Duration:** 2024-11-26 10:00 - 12:00',
        '**Accomplishments:** Built s0; Built s1; Built s2',
        '**Commits:** s0c0ffee, s1c0ffee, s2c0ffee',
        `[Full details: ${ARCHIVE}]`,
        '',
        '### Session 4 - 2024-11-26 13:00',
        '',
      ].join('\r\n'),
    );
    const archive = await textOf(files, ARCHIVE);
    for (const { text: session } of readArchive(archive)) expect(before).toContain(session.trimEnd());
    // Everything else is where it was.
    expect(text.slice(0, text.indexOf('"total_sessions"'))).toBe(before.slice(0, before.indexOf('"total_sessions"')));
    expect(text.slice(text.indexOf('### Session 4'), text.indexOf('### Session 8'))).toBe(
      `${before.slice(before.indexOf('### Session 4'), before.indexOf('## 4. Chain'))}`,
    );
  });

  test('what a person wrote between sessions stays', async () => {
    const { files, stateFiles } = open();
    for (let index = 0; index < 3; index += 1) await orThrow(stateFiles.appendSession(1, report(`s${index}`)));
    const edited = (await textOf(files, PATH)).replace('### Session 2', '### Remember\nthis\n\n### Session 2');
    await orThrow(files.write(PATH, edited));
    for (let index = 3; index < 9; index += 1) await orThrow(stateFiles.appendSession(1, report(`s${index}`)));
    expect(await textOf(files, PATH)).toContain('### Remember\nthis\n\n');
    expect(await orThrow(files.read(ARCHIVE))).not.toBe(null);
    const afterSummary = (await textOf(files, PATH)).replace(`${ARCHIVE}]`, `${ARCHIVE}]\nMy remark.`);
    await orThrow(files.write(PATH, afterSummary));
    for (let index = 9; index < 15; index += 1) await orThrow(stateFiles.appendSession(1, report(`s${index}`)));
    expect(await textOf(files, PATH)).toContain(`${ARCHIVE}]\nMy remark.\n`);
  });

  test('five sessions that are too large by themselves stay, with a warning', async () => {
    const { files, stateFiles } = open();
    for (let index = 0; index < 5; index += 1) {
      await orThrow(stateFiles.appendSession(1, { did: 'x'.repeat(20_000), next: 'y' }));
    }
    const view = await orThrow(stateFiles.read(1));
    expect(view?.warnings).toMatchObject([{ code: 'StateFileLarge', where: view?.path }]);
    expect(await orThrow(files.read(ARCHIVE))).toBe(null);
  });

  test.each([
    { over: 0, sessions: 8, archived: false },
    { over: 1, sessions: 5, archived: true },
  ])('$over bytes over 75 KB, counted as UTF-8: archived is $archived', async ({ over, sessions, archived }) => {
    const { files, stateFiles } = open();
    for (let index = 0; index < 7; index += 1)
      await orThrow(stateFiles.appendSession(1, { did: `é${'x'.repeat(6000)}`, next: 'y' }));
    const room = 75 * 1024 - Buffer.byteLength(await textOf(files, PATH)) + over;
    const frame = Buffer.byteLength('\n### Session 8 - 2024-11-26 10:00\n**Did:** é\n**Issues:** None\n**Next:** y\n');
    await orThrow(stateFiles.appendSession(1, { did: `é${'x'.repeat(room - frame)}`, next: 'y' }));
    expect((await orThrow(stateFiles.read(1)))?.state.sessions).toHaveLength(sessions);
    expect((await orThrow(files.read(ARCHIVE))) !== null).toBe(archived);
    if (!archived) expect(Buffer.byteLength(await textOf(files, PATH))).toBe(75 * 1024);
  });

  test('an archive that would hide what is added keeps the state file as it is', async () => {
    const { files, stateFiles } = open({ [PATH]: EXAMPLES.simple, [ARCHIVE]: '# Archive\n\n```\nnever closed\n' });
    for (let index = 0; index < 7; index += 1) await orThrow(stateFiles.appendSession(1, report(`s${index}`)));
    const before = await textOf(files, PATH);
    expect((await stateFiles.appendSession(1, report('s7')))._unsafeUnwrapErr()).toMatchObject({
      code: 'SchemaViolation',
      data: { problems: [{ file: ARCHIVE }] },
    });
    expect(await textOf(files, PATH)).toBe(before);
    expect(await textOf(files, ARCHIVE)).toBe('# Archive\n\n```\nnever closed\n');
  });
});

describe('a crash while archiving', () => {
  const strikes = (['before', 'after'] as const).flatMap((when) =>
    [1, 2].flatMap((write) => (['crash', 'error', 'conflict'] as const).map((as) => ({ when, write, as }))),
  );

  test.each(strikes)('$as $when write $write: no session is lost, none is there twice', async ({ when, write, as }) => {
    const grown = open();
    for (let index = 0; index < 7; index += 1) await orThrow(grown.stateFiles.appendSession(1, report(`s${index}`)));
    const texts = { [PATH]: await textOf(grown.files, PATH) };
    const { files, stateFiles } = open(texts, [{ at: write, op: 'write', when, as }]);
    await stateFiles
      .appendSession(1, report('s7'))
      .match(
        () => undefined,
        () => undefined,
      )
      .catch(() => undefined);
    const kept = await everySession(files, stateFiles);
    expect(kept).toEqual(expect.arrayContaining(['s0', 's1', 's2', 's3', 's4', 's5', 's6']));

    await orThrow(stateFiles.appendSession(1, report('s7')));
    expect(await everySession(files, stateFiles)).toEqual(Array.from({ length: 8 }, (_, index) => `s${index}`));
    const archived = readArchive(await textOf(files, ARCHIVE));
    expect(archived.map(({ number }) => number)).toEqual([1, 2, 3]);
    const read = await orThrow(stateFiles.read(1));
    expect(read?.state.sessions.map(({ number }) => number)).toEqual([4, 5, 6, 7, 8]);
  });

  test('an archive that does not keep what is written to it takes nothing out of the file', async () => {
    const grown = open();
    for (let index = 0; index < 7; index += 1) await orThrow(grown.stateFiles.appendSession(1, report(`s${index}`)));
    const { files } = grown;
    const forgetful: WorkspaceFiles = {
      ...files,
      write: (path, text, condition) =>
        path === ARCHIVE ? files.write(path, 'lost') : files.write(path, text, condition),
    };
    const before = await textOf(files, PATH);
    const answer = await createStateFiles({ files: forgetful }).appendSession(1, report('s7'));
    expect(answer._unsafeUnwrapErr().code).toBe('StorageFailure');
    expect(await textOf(files, PATH)).toBe(before);
  });
});
