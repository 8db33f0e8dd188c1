import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EXAMPLES } from './examples.fixture.ts';
import { formatStateFile, parseStateFile } from './state-file.ts';
import { processorTime } from '../../../core/src/text/processor-time.fixture.ts';

const parse = (text: string) => parseStateFile(text, 'task.md')._unsafeUnwrap();
const examples = Object.entries(EXAMPLES).map(([name, text]) => ({ name, text }));

describe('the examples of the format', () => {
  test.each(examples)(
    '$name: parse then write gives the same bytes, with LF, CRLF, CR and a byte order mark',
    ({ text }) => {
      for (const variant of [
        text,
        text.replaceAll('\n', '\r\n'),
        text.replaceAll('\n', '\r'),
        `\uFEFF${text}`,
        text.trimEnd(),
      ]) {
        const state = parse(variant);
        expect(formatStateFile(state)).toBe(variant);
        const { sections: _, sessions, ...rest } = state;
        const { sections: __, sessions: plain, ...expected } = parse(text);
        expect(rest).toEqual(expected);
        expect(sessions.map(({ text: ___, ...session }) => session)).toEqual(
          plain.map(({ text: ___, ...session }) => session),
        );
      }
    },
  );

  test('a simple task', () => {
    expect(parse(EXAMPLES.simple)).toMatchObject({
      title: 'Add dark mode toggle',
      metadata: { task_id: 201, epic_id: 15, status: 'in_progress', total_sessions: 0 },
      epic: 'UI Polish (#15)',
      repository: 'frontend',
      requirements:
        'Add a dark mode toggle to the settings page. Use existing theme context.\nFollow the ui-patterns skill for styling.',
      criteria: [
        { text: 'Toggle switch in Settings > General', checked: false },
        { text: 'Persists preference to localStorage', checked: false },
        { text: 'Applies theme immediately without reload', checked: false },
      ],
      inputs: [],
      archived: null,
      sessions: [],
      output: null,
    });
  });

  test('a task with dependencies', () => {
    const { metadata, inputs, sessions, criteria } = parse(EXAMPLES.dependent);
    expect(metadata.dependencies).toEqual([100, 101]);
    expect(inputs).toMatchObject([
      {
        taskId: '100',
        title: 'Database Schema',
        text: 'Users table: id (UUID), email (unique), password_hash, created_at',
        sha: null,
      },
      { taskId: '101', title: 'JWT Service' },
    ]);
    expect(inputs[1]?.text).toContain('- `verifyToken(token: string): TokenPayload | null`');
    expect(criteria.map(({ checked }) => checked)).toEqual([true, false, false, false, false]);
    expect(sessions).toMatchObject([
      {
        number: 1,
        at: '2024-11-26 14:00',
        did: '- Created auth.routes.ts with login endpoint\n- Integrated JWTService from Task #101\n- Login works with valid credentials',
        issues: 'None',
        next: 'Implement logout and refresh endpoints',
        commits: [],
      },
      { number: 2, issues: 'Need to handle concurrent refresh requests' },
    ]);
  });

  test('a completed task', () => {
    const { output, sessions, metadata } = parse(EXAMPLES.complete);
    expect(metadata.status).toBe('complete');
    expect(sessions.map(({ number, next }) => `${number} ${next}`)[4]).toBe('5 Task complete');
    expect(output).toMatchObject({
      summary: 'JWT authentication service with token generation, verification, and secure refresh.',
      files: [
        { path: 'src/auth/jwt.service.ts', note: 'Main service' },
        { path: 'src/auth/jwt.service.test.ts', note: 'Tests (94% coverage)' },
      ],
    });
    expect(output?.contract).toMatch(/^```typescript\nclass JWTService \{/);
    expect(output?.configuration).toMatch(/JWT_EXPIRY=15m/);
    expect(output?.notes).toMatch(/^- Import: /);
  });

  test('a minimal fix has no epic and no output yet; an archive is summed up; documents are linked', () => {
    expect(parse(EXAMPLES.minimal)).toMatchObject({ epic: null, metadata: { epic_id: null }, output: null });
    expect(parse(EXAMPLES.archived)).toMatchObject({
      archived: {
        from: 1,
        to: 5,
        duration: '2024-11-26 10:00 - 14:00',
        accomplishments: 'Set up project, core implementation done',
        commits: ['abc123', 'def456', 'ghi789'],
        archive: '.specflux/archives/task-101-archive.md',
      },
      sessions: [{ number: 6 }, { number: 7 }],
    });
    expect(parse(EXAMPLES.linked)).toMatchObject({ epic: 'User Auth (#10) [details](/api/epics/10)' });
  });
});

describe('what people do to a file', () => {
  const swap = (text: string, from: string, to: string): string => text.replace(from, () => to);

  test('sections may be moved, added, renumbered and left out', () => {
    const [head = '', ...sections] = EXAMPLES.complete.split(/^(?=## )/m);
    const moved = `${head}## My own\nnotes\n\n${sections.toReversed().join('\n')}`.replace(
      '## 3. Progress',
      '## progress',
    );
    const { sections: _, ...found } = parse(moved);
    expect(found).toMatchObject({ title: 'JWT Service', sessions: { length: 5 }, criteria: { length: 4 } });
    expect(found.output?.files).toHaveLength(2);
    expect(formatStateFile(parse(moved))).toBe(moved);
    const bare = '## Metadata\n```json\n{"task_id":"A-1","status":"x","total_sessions":0}\n```';
    expect(parse(bare)).toMatchObject({ title: '', criteria: [], sessions: [], output: null });
  });

  test('an unescaped heading in the requirements hides no criterion', () => {
    for (const line of ['# of users must be shown', '## Users', 'Users\n---']) {
      const text = swap(EXAMPLES.simple, 'Follow the', `\n${line}\n\nFollow the`);
      expect(parse(text).criteria).toHaveLength(3);
      expect(formatStateFile(parse(text))).toBe(text);
    }
  });

  test('boxes in code are no criteria, and those below other boxes are', () => {
    const text = swap(EXAMPLES.simple, '- [ ] Persists', '```\n- [ ] code\n```\n  - [ ] below\n* [X] Persists');
    expect(parse(text).criteria.map(({ text: criterion, checked }) => `${checked} ${criterion}`)).toEqual([
      'false Toggle switch in Settings > General',
      'false below',
      'true Persists preference to localStorage',
      'false Applies theme immediately without reload',
    ]);
  });

  test.each([
    ['no metadata', EXAMPLES.simple.replace('## 0. Metadata', '## 0. Data'), 1, 'no section "0. Metadata"'],
    ['broken JSON', EXAMPLES.simple.replace('"task_id": 201,', '"task_id": 201'), 5, 'not JSON'],
    [
      'a count that is none',
      EXAMPLES.simple.replace('"total_sessions": 0', '"total_sessions": "many"'),
      9,
      '/total_sessions',
    ],
    ['no JSON block', EXAMPLES.simple.replace('```json', '```yaml'), 3, 'must be a ```json block'],
    ['a section twice', `${EXAMPLES.simple}\n## Progress Log\n`, 35, 'there twice, first on line 27'],
  ])('%s is told with its line', (_, text, line, detail) => {
    const { code, message, data } = parseStateFile(text, 'docs/a.md')._unsafeUnwrapErr();
    expect(code).toBe('SchemaViolation');
    expect(data.problems[0]).toMatchObject({ file: 'docs/a.md', line });
    expect(message).toContain(`docs/a.md:${line}: `);
    expect(message).toContain(detail);
  });
});

describe('laws', () => {
  const fragment = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(...Object.values(EXAMPLES).flatMap((text) => text.split(/^(?=#)/m))),
    fc.constantFrom(
      '## 3. Progress Log\n',
      '### Session 9\n',
      '```\n',
      '<!--\n',
      '- [ ] x\n',
      '\r\n',
      '\r',
      '# of users\n',
      '## 0. Metadata\n```json\n{"task_id":1,"status":"","total_sessions":2}\n```\n',
    ),
  );

  test('whatever is parsed is written again to the byte, and nothing throws', () => {
    let parsed = 0;
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 8 }), (fragments) => {
        const text = `${fragments.join('')}`;
        const result = parseStateFile(text, 'a.md');
        if (result.isErr()) return;
        parsed += 1;
        expect(formatStateFile(result.value)).toBe(text);
      }),
      { numRuns: 500 },
    );
    expect(parsed).toBeGreaterThan(20);
  });

  test('hostile texts are read in linear time', () => {
    const start = processorTime();
    for (const line of [
      '```\n',
      '- [ ] x\n',
      '### Session 1 - x\n',
      '**Did:** ',
      '\\',
      '{"a":',
      '"',
      '>',
      '(',
      '## Progress Log\n',
      '    ',
    ]) {
      const text = EXAMPLES.simple + line.repeat(60_000 / line.length);
      const result = parseStateFile(text, 'a.md');
      if (result.isOk()) expect(formatStateFile(result.value)).toBe(text);
    }
    expect(processorTime() - start).toBeLessThan(2000);
  });
});
