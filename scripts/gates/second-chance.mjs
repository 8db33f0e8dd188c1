/**
 * Whether a test file that failed may be run again. What counts lost data may not: lost once is lost.
 *
 * @param {string} path
 */
export function hasSecondChance(path) {
  return !/(?:^|[\\/-])(?:fault-lab|soak|race)(?:[\\/.-]|$)/.test(path);
}
