import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** What every SDK example comes to, in at most 40 lines. */
export function expectHandOff({ drift, trailers }: { drift: unknown; trailers: readonly string[] }, main: URL): void {
  expect(drift).toMatch(/^TASK-1: the working tree is not what implementer handed off.*\n {2}login\.js\n/);
  expect(trailers).toEqual([
    'Baton-Role: implementer; lines=1',
    'Baton-Role: outside the workflow; lines=1',
    'Baton-Role: reviewer; lines=1',
  ]);
  expect(readFileSync(main, 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(40);
}
