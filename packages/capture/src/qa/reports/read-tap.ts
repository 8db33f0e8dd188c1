import { EMPTY_REPORT, type ReportedTest, type ReportReader } from './structured-report.ts';

/** One level of a document: the whole, or a subtest in it. */
interface Level {
  readonly indent: number;
  readonly name: string;
  plan: number | null;
  isSkipped: boolean;
  count: number;
  readonly seen: Set<number>;
  readonly tests: ReportedTest[];
  readonly problems: string[];
  /** True when the level ends with its brace, as vitest and older TAP write subtests. */
  readonly isBraced: boolean;
  /** What its own point says, where that comes first. */
  readonly hasFailed: boolean;
}

const POINT = /^(not )?ok\b(?: +(\d+))?(?: +-(?= |$)| *)(.*)$/;
const PLAN = /^1\.\.(\d+)(?:\s*(?:#\s*(.*)))?$/;
const INDENT = 4;

/**
 * TAP 13 and 14 with subtests, indented or in braces, as node:test, vitest, tape, tap, AVA and mocha write them. A plan that is missing or not met
 * fails, as do points outside it and a bail-out; a failing point with TODO or SKIP does not. A subtest is named through its parents, and the
 * parent's own point is not counted beside its children.
 */
export const readTap: ReportReader = (text) => {
  const lines = text.split(/\r?\n/);
  const levels: Level[] = [newLevel(0, '', false)];
  let yaml: number | null = null;
  let announced: string | null = null;
  let bailed: string | null = null;
  let versions = 0;
  /** The level that just ended, whose point comes next. */
  let ended: Level | null = null;
  const top = (): Level => levels.at(-1) as Level;

  for (const line of lines) {
    const body = line.trimStart();
    const indent = line.length - body.length;
    if (yaml !== null) {
      if (body.trimEnd() === '...' && indent <= yaml) yaml = null;
      continue;
    }
    if (body === '') continue;
    const bail = /^bail out!\s*(.*)$/i.exec(body);
    if (bail !== null && indent % INDENT === 0) {
      bailed = bail[1] ?? '';
      break;
    }
    if (/^---\s*$/.test(body) && indent > top().indent) {
      yaml = indent;
      continue;
    }
    if (/^TAP version \d+\s*$/.test(body)) {
      versions += indent === 0 ? 1 : 0;
      continue;
    }
    if (body.trimEnd() === '}' && top().isBraced && indent === top().indent - INDENT) {
      closeInto(levels);
      continue;
    }
    const comment = /^# Subtest(?:: (.*))?$/.exec(body);
    if (comment !== null) {
      announced = comment[1] ?? '';
      // The comment stands inside the subtest, or, as node:test writes it, beside it.
      continue;
    }
    const isPoint = POINT.test(body);
    const isPlan = PLAN.test(body.trimEnd());
    if (!isPoint && !isPlan) continue;
    if (indent > top().indent && (indent - top().indent) % INDENT === 0 && !top().isBraced) {
      levels.push(newLevel(indent, announced ?? '', false));
      announced = null;
    } else if (indent < top().indent && !top().isBraced) {
      while (top().indent > indent && levels.length > 1) ended = levels.pop() as Level;
    }
    if (indent !== top().indent) continue;
    if (isPlan) readPlan(top(), body);
    else {
      const opened = readPoint(top(), body, ended);
      if (opened !== null) levels.push(opened);
    }
    ended = null;
    if (isPoint) announced = null;
  }
  const isUnended = levels.length > 1 || yaml !== null;
  while (levels.length > 1) closeInto(levels);
  const [root = newLevel(0, '', false)] = levels;
  if (versions === 0 && root.plan === null && root.count === 0)
    return { unreadable: 'it has neither a plan nor a test point' };
  const problems = [...root.problems];
  if (bailed !== null) problems.push(bailed === '' ? 'Bail out!' : `Bail out! ${bailed}`);
  else problems.push(...(isUnended ? ['the output ends inside a subtest'] : planProblems(root)));
  return { ...EMPTY_REPORT, tests: root.tests, problems };
};

function newLevel(indent: number, name: string, isBraced: boolean): Level {
  return {
    indent,
    name,
    plan: null,
    isSkipped: false,
    count: 0,
    seen: new Set(),
    tests: [],
    problems: [],
    isBraced,
    hasFailed: false,
  };
}

function readPlan(level: Level, body: string): void {
  const [, end = '0', reason] = PLAN.exec(body.trimEnd()) ?? [];
  if (level.plan !== null) level.problems.push(`${inLevel(level)}a second plan`);
  level.plan = Number(end);
  level.isSkipped = level.plan === 0;
  if (level.isSkipped && level.name === '' && reason !== undefined && /skip/i.test(reason))
    level.tests.push({ name: reason, status: 'skipped' });
}

/** Reads a test point; answers the level that it opens with a brace. */
function readPoint(level: Level, body: string, ended: Level | null): Level | null {
  const [, not, id, rest = ''] = POINT.exec(body) ?? [];
  level.count += 1;
  const number = id === undefined ? level.count : Number(id);
  if (level.seen.has(number)) level.problems.push(`${inLevel(level)}point ${number} stands twice`);
  level.seen.add(number);
  const isBraced = /(?:^|\s)\{\s*$/.test(rest);
  const { description, directive } = splitDirective(isBraced ? rest.replace(/\s*\{\s*$/, '') : rest);
  const name = description === '' ? `${number}` : description;
  const isExcused = directive !== null;
  if (isBraced && !isExcused) return { ...newLevel(level.indent + INDENT, name, true), hasFailed: not !== undefined };
  const failed = not !== undefined && !isExcused;
  const status = isExcused ? 'skipped' : failed ? 'failed' : 'passed';
  if (ended !== null && ended.count + ended.tests.length + ended.problems.length > 0 && !isExcused) {
    adopt(level, ended, name, failed);
    return null;
  }
  level.tests.push({ name, status });
  return null;
}

/** Takes the results of a subtest into its parent's. */
function adopt(level: Level, child: Level, name: string, failed: boolean): void {
  const tests = child.tests.map((test) => ({ ...test, name: `${name} > ${test.name}` }));
  level.tests.push(...tests);
  const problems = [...child.problems, ...planProblems(child)].map((problem) => `${name}: ${problem}`);
  // The parent's own point gives the status; a parent that fails although all below it passed failed by itself.
  if (failed && problems.length === 0 && !tests.some(({ status }) => status === 'failed'))
    level.tests.push({ name, status: 'failed' });
  if (failed || problems.length > 0) level.problems.push(...problems);
}

function closeInto(levels: Level[]): void {
  const child = levels.pop();
  const parent = levels.at(-1);
  if (child !== undefined && parent !== undefined) adopt(parent, child, child.name, child.hasFailed);
}

function planProblems(level: Level): readonly string[] {
  const { plan, count, seen } = level;
  if (plan === null) return [`${inLevel(level)}no plan`];
  if (count < plan) return [`${inLevel(level)}${count} of ${plan} planned points`];
  if (count > plan || [...seen].some((id) => id < 1 || id > plan))
    return [`${inLevel(level)}points outside the plan 1..${plan}`];
  return [];
}

function inLevel({ name }: Level): string {
  return name === '' ? '' : `${name}: `;
}

/** What stands behind ` # `, unless that is escaped, is a directive when it begins with TODO or SKIP. */
function splitDirective(rest: string): { readonly description: string; readonly directive: string | null } {
  for (const found of rest.matchAll(/(?:^|\s)#\s*/g)) {
    const before = rest.slice(0, found.index);
    const behind = rest.slice(found.index + found[0].length);
    if (/^(?:todo|skip)/i.test(behind)) return { description: unescape(before.trim()), directive: behind };
  }
  // node:test and vitest note times behind a `#`, which are no part of the name.
  return { description: unescape(rest.replace(/\s+#\s*(?:time=\S+|\(\S+ ?m?s\))\s*$/, '').trim()), directive: null };
}

function unescape(text: string): string {
  return text.replace(/\\([#\\])/g, '$1');
}
