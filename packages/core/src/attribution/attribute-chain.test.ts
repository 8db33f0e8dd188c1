import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  attributeChain,
  BEFORE_WORKFLOW,
  type ChainStep,
  type FileContent,
  OUTSIDE_WORKFLOW,
  sumLines,
} from './attribute-chain.ts';
import { formatBlame, formatTrailers } from './format-attribution.ts';

const roles = ['implementer', 'reviewer', OUTSIDE_WORKFLOW, 'validator'];

/** The model: files whose every line knows its true author, because the author is written down when the line is made. */
interface ModelLine {
  readonly text: string;
  readonly author: string;
}
type Model = Map<string, ModelLine[]>;

const at = fc.nat({ max: 40 });
const edit = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('insert' as const),
      file: at,
      line: at,
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('delete' as const),
      file: at,
      line: at,
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('replace' as const),
      file: at,
      line: at,
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('create' as const), count: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), file: at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), file: at }) },
);
const script = fc.record({
  start: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 4 }),
  turns: fc.array(fc.record({ role: fc.constantFrom(...roles), edits: fc.array(edit, { maxLength: 5 }) }), {
    minLength: 1,
    maxLength: 6,
  }),
});

/** Plays a script. With `unique`, every line ever written is another one, so that there is one truth only. */
function play({ start, turns }: typeof script extends fc.Arbitrary<infer T> ? T : never, unique: boolean) {
  let made = 0;
  const write = (count: number, author: string): ModelLine[] =>
    Array.from({ length: count }, () => ({
      text: unique ? `line ${(made += 1)}\n` : `line ${(made += 1) % 5}\n`,
      author,
    }));
  const model: Model = new Map(start.map((count, index) => [`file-${index}`, write(count, BEFORE_WORKFLOW)]));
  const base = snapshot(model);
  const steps: ChainStep[] = [];
  for (const { role, edits } of turns) {
    const before = snapshot(model);
    // What a turn adds to a file, so that a rename stays one that can be recognised.
    const renamed = new Set<string>();
    for (const each of edits) {
      const path = 'file' in each ? [...model.keys()][each.file % Math.max(1, model.size)] : undefined;
      const lines = path === undefined ? undefined : model.get(path);
      if (each.kind === 'create') model.set(`made-${(made += 1)}`, write(each.count, role));
      else if (path === undefined || lines === undefined || renamed.has(path)) continue;
      else if (each.kind === 'insert') lines.splice(each.line % (lines.length + 1), 0, ...write(each.count, role));
      else if (each.kind === 'delete') lines.splice(each.line % (lines.length + 1), each.count);
      else if (each.kind === 'replace') {
        const from = each.line % (lines.length + 1);
        const count = Math.min(each.count, lines.length - from);
        lines.splice(from, count, ...write(count, role));
      } else if (each.kind === 'remove') model.delete(path);
      // Renamed with at most a quarter of new lines, and only where the turn had not touched it: else it is another file.
      else if (lines.length >= 4 && before.get(path) === textOf(lines)) {
        const to = `moved-${(made += 1)}`;
        model.delete(path);
        model.set(to, [...lines, ...write(Math.floor(lines.length / 4), role)]);
        renamed.add(to);
      }
    }
    steps.push({ role, files: changes(before, snapshot(model)) });
  }
  return { model, base: new Map([...base].map(([path, text]) => [path, { text }])), steps };
}

const textOf = (lines: readonly ModelLine[]): string => lines.map(({ text }) => text).join('');

function snapshot(model: Model): Map<string, string> {
  return new Map([...model].map(([path, lines]) => [path, textOf(lines)]));
}

function changes(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): Map<string, FileContent | null> {
  const files = new Map<string, FileContent | null>();
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const text = after.get(path);
    if (text !== before.get(path)) files.set(path, text === undefined ? null : { text });
  }
  return files;
}

describe('attributeChain', () => {
  test('knows the true author of every line, through renames, for any script of edits', () => {
    let lines = 0;
    fc.assert(
      fc.property(script, (played) => {
        const { model, base, steps } = play(played, true);
        const files = attributeChain({ base, steps });
        const touched = new Set(steps.flatMap((step) => [...step.files.keys()]));
        expect(files.map(({ path }) => path)).toEqual([...model.keys()].filter((path) => touched.has(path)).sort());
        for (const { path, spans, text } of files) {
          const authors = spans.flatMap(({ role, count }) => Array.from({ length: count }, () => role));
          expect({ path, authors }).toEqual({ path, authors: model.get(path)?.map(({ author }) => author) });
          expect(text).toBe(textOf(model.get(path) ?? []));
          lines += authors.length;
        }
      }),
      { numRuns: 1000 },
    );
    expect(lines).toBeGreaterThan(5000);
  });

  test("with lines that repeat, every line is somebody's who wrote such a line, and the counts add up", () => {
    fc.assert(
      fc.property(script, (played) => {
        const { base, steps } = play(played, false);
        const wrote = new Set(
          [...base.values()].flatMap(({ text }) => text.split('\n').map((line) => `${BEFORE_WORKFLOW} ${line}`)),
        );
        for (const { role, files } of steps)
          for (const content of files.values())
            if (content !== null && content !== 'binary')
              for (const line of content.text.split('\n')) wrote.add(`${role} ${line}`);
        for (const { text, spans, lines } of attributeChain({ base, steps })) {
          const all = (text ?? '').split('\n');
          for (const { role, from, count } of spans)
            for (const line of all.slice(from - 1, from - 1 + count)) expect(wrote).toContain(`${role} ${line}`);
          expect(lines.reduce((sum, { count }) => sum + count, 0)).toBe(all.length - 1);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('a renamed file keeps its authors, and says where it was', () => {
    const text = 'one\ntwo\nthree\nfour\n';
    const files = attributeChain({
      base: new Map([['old/a.ts', { text }]]),
      steps: [
        { role: 'implementer', files: new Map([['old/a.ts', { text: `${text}five\n` }]]) },
        {
          role: 'reviewer',
          files: new Map([
            ['old/a.ts', null],
            ['new/a.ts', { text: `zero\n${text}five\n` }],
          ]),
        },
      ],
    });
    expect(files).toMatchObject([{ path: 'new/a.ts', previousPath: 'old/a.ts', lastRole: 'reviewer' }]);
    expect(files[0]?.spans).toEqual([
      { role: 'reviewer', from: 1, count: 1 },
      { role: BEFORE_WORKFLOW, from: 2, count: 4 },
      { role: 'implementer', from: 6, count: 1 },
    ]);
  });

  test('binary files have no lines, and text that becomes binary loses them', () => {
    const files = attributeChain({
      base: new Map([['a', { text: 'text\n' }]]),
      steps: [
        { role: 'implementer', files: new Map([['a', 'binary' as const]]) },
        { role: 'reviewer', files: new Map([['a', { text: 'text\n' }]]) },
        { role: 'validator', files: new Map([['b', 'binary' as const]]) },
      ],
    });
    expect(files.map(({ path, lines, text }) => ({ path, lines, text }))).toEqual([
      { path: 'a', lines: [{ role: 'reviewer', count: 1 }], text: 'text\n' },
      { path: 'b', lines: [], text: null },
    ]);
  });
});

describe('printing', () => {
  const files = attributeChain({
    base: new Map([['a.txt', { text: 'one\ntwo\n' }]]),
    steps: [
      {
        role: 'implementer',
        files: new Map<string, FileContent>([
          ['a.txt', { text: 'one\nTWO\nthree' }],
          ['b.bin', 'binary'],
        ]),
      },
      { role: OUTSIDE_WORKFLOW, files: new Map([['a.txt', { text: 'ONE\nTWO\nthree' }]]) },
    ],
  });

  test('a blame shows every line with its role', () => {
    expect(formatBlame(files)).toBe(
      'a.txt\noutside the workflow 1) ONE\nimplementer          2) TWO\nimplementer          3) three\n\nb.bin\nimplementer ) binary\n',
    );
  });

  test("trailers name the roles that have lines; what nobody touched is no role's", () => {
    expect(formatTrailers(files)).toEqual([
      'Baton-Role: implementer; lines=2',
      'Baton-Role: outside the workflow; lines=1',
    ]);
    expect(sumLines(files)).toEqual([
      { role: 'implementer', count: 2 },
      { role: OUTSIDE_WORKFLOW, count: 1 },
    ]);
    expect(formatTrailers([])).toEqual([]);
  });
});
