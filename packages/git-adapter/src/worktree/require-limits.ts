import type { CaptureLimits, TooLarge } from '@batonkit/core';
import { tooLargeProblem } from '../host/git-problem.ts';
import type { SeenFile } from './seen-file.ts';

const MOST_NAMED = 10;

/** Refuses to store more than the limits of a capture allow. What the base commit holds already is not stored. */
export function requireLimits(seen: readonly SeenFile[], limits: CaptureLimits | undefined): void {
  if (limits === undefined) return;
  const files = seen
    .flatMap(({ path, now, base }) =>
      now === null || now.size === null || now.id === base?.id ? [] : [{ path, bytes: now.size }],
    )
    .sort((one, other) => other.bytes - one.bytes);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const large = files.filter((file) => file.bytes > limits.fileBytes);
  const found: TooLarge | null =
    large.length > 0
      ? { limit: 'fileBytes', bytes: large[0]?.bytes ?? 0, files: large }
      : bytes > limits.totalBytes
        ? { limit: 'totalBytes', bytes, files }
        : null;
  if (found !== null) throw tooLargeProblem({ ...found, files: found.files.slice(0, MOST_NAMED) });
}
