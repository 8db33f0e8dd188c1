import { appendFileSync } from 'node:fs';

/**
 * One measured number, beside its goal where it has one. `npm run bench` gathers these from all benchmarks into one table.
 *
 * @typedef {object} MeasuredGoal
 * @property {string} what
 * @property {string} [rival] what was measured in the same run, when `value` is a ratio to it
 * @property {number} value the median
 * @property {readonly [number, number] | null} spread between which four of five rounds are; `null` for what is counted, not timed
 * @property {string} [unit] `x`, a ratio, unless told
 * @property {number} [atMost]
 * @property {number} [atLeast]
 */

/**
 * Notes a number for the table, and answers it with its verdict.
 *
 * @param {MeasuredGoal} goal
 */
export function tellGoal(goal) {
  const file = process.env.BATONKIT_BENCH_ROWS;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(goal)}\n`);
  const { atMost, atLeast } = goal;
  if (atMost === undefined && atLeast === undefined) return show(goal, goal.value);
  return `${show(goal, goal.value)} (goal ${limitOf(goal)}: ${isMet(goal) ? 'met' : 'MISSED'})`;
}

/** @param {MeasuredGoal} goal */
export function isMet({ value, atMost = Infinity, atLeast = -Infinity }) {
  return value <= atMost && value >= atLeast;
}

/**
 * The table in Markdown.
 *
 * @param {readonly MeasuredGoal[]} goals
 */
export function formatGoals(goals) {
  const rows = goals.map((goal) => {
    const { what, rival = '', value, spread } = goal;
    const range = spread === null ? 'exact' : `${show(goal, spread[0])} to ${show(goal, spread[1])}`;
    const limit = limitOf(goal);
    return [what, rival, show(goal, value), range, limit, limit === '' ? '' : isMet(goal) ? 'met' : 'MISSED'];
  });
  const table = [['what', 'rival in the same run', 'median', 'spread', 'goal', ''], ...rows];
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(3, ...table.map((row) => row[column]?.length ?? 0)));
  const line = (/** @type {string[]} */ cells) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = table;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

/** @param {MeasuredGoal} goal */
function limitOf(goal) {
  if (goal.atMost !== undefined) return `at most ${show(goal, goal.atMost)}`;
  return goal.atLeast === undefined ? '' : `at least ${show(goal, goal.atLeast)}`;
}

/**
 * @param {MeasuredGoal} goal
 * @param {number} number
 */
function show({ unit = 'x' }, number) {
  const digits = Number.isInteger(number) || Math.abs(number) >= 100 ? Math.round(number) : number.toFixed(2);
  return `${digits}${unit === 'x' ? 'x' : ` ${unit}`}`;
}
