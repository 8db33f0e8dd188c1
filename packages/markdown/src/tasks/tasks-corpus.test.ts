import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileTexts } from '../syntax/hostile-text.fixture.ts';
import { parseTasks } from './parse-tasks.ts';
import { TASKS_CORPUS } from './tasks-corpus.fixture.ts';

const rows = TASKS_CORPUS.map(([name, document, numbers, near = []]) => [name, document, numbers, near] as const);

describe('task lists as people and models write them', () => {
  test.each(rows)('%s', (_, document, numbers, nearLines) => {
    const parsed = parseTasks(document);
    const tasks = parsed.unwrapOr([]);
    const nearMisses = parsed.isOk() ? parsed.value.nearMisses : parsed.error.data.nearMisses;
    expect(tasks.map(({ number }) => number)).toEqual(numbers);
    expect(nearMisses.map(({ line }) => line)).toEqual(nearLines);
    for (const { text, reason } of nearMisses) expect([text, reason].every((part) => part.length > 0)).toBe(true);
  });

  test('a task of a list has its title without labels, and its details', () => {
    const [search, index, query] = parseTasks(
      '- [-] 1. Search service\n  - [x] 1.1 **Index** documents\n    - incremental\n    - _Requirements: 1.1_\n\n    More.\n- [ ]* 2. (P) Query\n\n**Checkpoint**: all\n',
    )._unsafeUnwrap();
    expect([search?.title, index?.title, query?.title]).toEqual(['Search service', 'Index documents', 'Query']);
    expect(index?.body).toBe(
      '  - [x] 1.1 **Index** documents\n    - incremental\n    - _Requirements: 1.1_\n\n    More.',
    );
    expect(search?.body).toBe(`- [-] 1. Search service\n${index?.body}`);
    expect(query).toMatchObject({ body: '- [ ]* 2. (P) Query', headingLevel: 0 });
  });

  test('done criteria stand behind a label, below a heading, or in the file of another tool', () => {
    const criteria = (document: string) => parseTasks(document)._unsafeUnwrap()[0]?.doneCriteria;
    expect(criteria('### Task 1: A\n**Acceptance criteria:**\n- b\n')).toBe('- b');
    expect(criteria('### Task 1: A\n#### Acceptance Criteria\n\n- [ ] b\n\n#### Notes\nc\n')).toBe('- [ ] b');
    expect(criteria('### Task 1: A\n#### ✅ Definition of done\n')).toBe(null);
    expect(
      criteria(
        '---\nid: BACK-1\ntitle: A\n---\n## Acceptance Criteria\n<!-- AC:BEGIN -->\n- [ ] #1 b\n<!-- AC:END -->\n',
      ),
    ).toBe('- [ ] #1 b');
    expect(criteria('{"tasks":[{"id":1,"title":"A","testStrategy":"Run it."}]}')).toBe('Run it.');
    expect(criteria('{"tasks":[{"id":1,"title":"A","acceptanceCriteria":["b","c"]}]}')).toBe('- b\n- c');
  });

  test('a task of Task Master is given to agents as markdown', () => {
    const [task] = parseTasks(
      '{"tasks":[{"id":1,"title":"A","description":"B.","details":"C.","dependencies":[2]}]}',
    )._unsafeUnwrap();
    expect(task?.body).toBe('### Task 1: A\n\nB.\n\n**Depends on:** 2\n\n**Details:**\nC.');
  });

  test('a document without tasks says which lines look like one', () => {
    const { message, data } = parseTasks('- [ ] Build\n')._unsafeUnwrapErr();
    expect(message).toContain('1 line looks like a task; line 1: It has a box and no number.');
    expect(data.nearMisses).toEqual([{ line: 1, text: '- [ ] Build', reason: 'It has a box and no number.' }]);
  });
});

/** Loosely what a person would take for a task. */
const LOOSE =
  /^[ \t]*(?:#{1,6}[ \t]+.*\btask[ \t]*[-#]?[ \t]*\d|(?:[-*+]|\d{1,9}[.)])[ \t]+\[[ xX~-]?\][ \t]+T?\d+[. ]|(?:[-*+][ \t]+)?(?:\*\*)?task[ \t]+\d+(?:\.\d+)*(?:\*\*)?:)/i;

test('every line that looks like a task is in one, names one, or is a near miss', () => {
  const number = fc.constantFrom('1', '1.1', '1.2', '2', '3.4', '12');
  const line = fc
    .tuple(
      fc.constantFrom(
        ...[
          '### Task $: a',
          '## Task $',
          '##### ✅ Task $: a',
          '### Task #$ a',
          '### ~~Task $: a~~',
          '- [ ] $ a',
          '- [x] T0$ a',
          '  - [ ]* $ a',
          '- [ ] Task $: a',
        ],
        ...[
          '- Task $: a',
          'Task $: a',
          '**Task $: a**',
          '### Old Task $',
          '###Task $: a',
          '> ### Task $: a',
          '    ### Task $: a',
          '- [~] $. a',
          '1. [ ] a',
          '- [] $ a',
          '| Task $ | a |',
        ],
        ...[
          '',
          '',
          'Text.',
          '## Phase $',
          '# Title',
          '- item',
          '---',
          '**Done when:** a',
          '## Acceptance Criteria',
          '<!-- a -->',
          '```',
          '~~~',
          '<!--',
          '-->',
        ],
      ),
      number,
    )
    .map(([shape, id]) => shape.replace('$', id));
  const document = fc.array(line, { maxLength: 14 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(fc.oneof({ weight: 4, arbitrary: document }, { weight: 1, arbitrary: hostileTexts }), (text) => {
      const parsed = parseTasks(text);
      const tasks = parsed.unwrapOr([]);
      const near = new Set(
        (parsed.isOk() ? parsed.value.nearMisses : parsed.error.data.nearMisses).map(({ line: at }) => at),
      );
      const known = tasks.map(({ number: id }) => id.toLowerCase());
      const samples = samplesOf(text);
      let above = '';
      for (const [index, content] of text.split(/\r\n|\r|\n/).entries()) {
        if (/^ {0,3}#/.test(content)) above = content;
        if (!LOOSE.test(content) || samples[index] === true || /criteria/i.test(above)) continue;
        const isUsed =
          tasks.some(({ body }) => body.includes(content.trim())) ||
          known.some((id) => content.toLowerCase().includes(id));
        if (!isUsed && !near.has(index + 1))
          throw new Error(`line ${index + 1} is neither used nor named: ${JSON.stringify(content)}`);
      }
    }),
    { numRuns: 600 },
  );
});

/** Which lines stand in closed fences or comments. */
function samplesOf(text: string): boolean[] {
  const lines = text.split(/\r\n|\r|\n/);
  const marks = lines.map(() => false);
  let open: { at: number; kind: string } | null = null;
  for (const [at, line] of lines.entries()) {
    const fence = /^[ \t]*(`{3,}|~{3,})(.*)$/.exec(line);
    if (open === null && fence !== null && !(fence[1]!.startsWith('`') && fence[2]!.includes('`')))
      open = { at, kind: fence[1]! };
    else if (open === null && /^[ \t]*<!--/.test(line) && !line.includes('-->')) open = { at, kind: '-->' };
    else if (
      open !== null &&
      (open.kind === '-->'
        ? line.includes('-->')
        : fence !== null && fence[1]!.startsWith(open.kind) && fence[2]!.trim() === '')
    ) {
      marks.fill(true, open.at, at + 1);
      open = null;
    }
  }
  return marks;
}
