import type { SecretFinding, SecretScanner } from '@batonkit/secrets';
import { readBytes } from '../text/read-bytes.ts';

/** Everything one write would store, scanned part by part; places are named as the caller knows them. */
export function findSecrets(
  scan: SecretScanner,
  written: {
    readonly taskId: string;
    readonly events: readonly object[];
    readonly labels: object;
    readonly artifacts: readonly Uint8Array[];
  },
): readonly SecretFinding[] {
  return [
    ...scan({ taskId: written.taskId, ...written.labels }),
    ...written.events.flatMap((event) => scan(event)),
    ...written.artifacts.flatMap((bytes) =>
      scan(readBytes(bytes)).map(({ rule, path }) => ({ rule, path: `/content${path}` })),
    ),
  ];
}
