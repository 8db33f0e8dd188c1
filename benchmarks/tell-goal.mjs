import { appendFileSync } from 'node:fs';

/**
 * One measured number beside its goal. `npm run bench` gathers these from all benchmarks into one table.
 *
 * @typedef {object} MeasuredGoal
 * @property {string} what
 * @property {string} [rival] what was measured in the same run, when `value` is a ratio to it
 * @property {number} value the median
 * @property {readonly [number, number]} [spread] the smallest and the largest
 * @property {string} [unit] `x`, a ratio, unless told
 * @property {number} [atMost]
 * @property {number} [atLeast]
 */

/**
 * Notes a number for the table, and answers whether its goal is met.
 *
 * @param {MeasuredGoal} goal
 */
export function tellGoal(goal) {
  const file = process.env.BATONKIT_BENCH_ROWS;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(goal)}\n`);
  return isMet(goal) ? 'met' : 'MISSED';
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
    const { what, rival = '', value, spread, unit = 'x', atMost, atLeast } = goal;
    const show = (/** @type {number} */ number) =>
      `${number >= 100 ? Math.round(number) : number.toFixed(2)}${unit === 'x' ? 'x' : ` ${unit}`}`;
    const range = spread === undefined ? '' : `${show(spread[0])} to ${show(spread[1])}`;
    const limit = atMost === undefined ? `at least ${show(atLeast ?? 0)}` : `at most ${show(atMost)}`;
    return [what, rival, show(value), range, limit, isMet(goal) ? 'met' : 'MISSED'];
  });
  const table = [['what', 'rival in the same run', 'median', 'spread', 'goal', ''], ...rows];
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(3, ...table.map((row) => row[column]?.length ?? 0)));
  const line = (/** @type {string[]} */ cells) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = table;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}
