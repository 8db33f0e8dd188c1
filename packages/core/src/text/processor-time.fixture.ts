/**
 * Milliseconds of processor time that this process has used. Tests of linear time ask for it instead of the clock, which also counts what
 * other programs do.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
