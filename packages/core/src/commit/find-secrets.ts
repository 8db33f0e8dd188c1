import { failure, type Failure } from '../result/failure.ts';
import type { SecretFinding, SecretScanner } from '../secrets/create-secret-scanner.ts';

/** A write that was refused because it would have stored what looks like a secret. */
export type SecretFound = Failure<'SecretFound', { readonly findings: readonly SecretFinding[] }>;

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
      splitPatch(readAscii(bytes)).flatMap((text) =>
        scan(text).map(({ rule, path }) => ({ rule, path: `/content${fileOf(scan, text)}${path}` })),
      ),
    ),
  ];
}

/** A patch file by file, so that a finding can say where; anything else as it is. */
function splitPatch(text: string): readonly string[] {
  return text.startsWith('diff --git ') ? text.split(/^(?=diff --git )/m) : [text];
}

/** The file that a patch is about, unless its name is the secret. */
function fileOf(scan: SecretScanner, patch: string): string {
  const name = /^diff --git .* "?b(\/[^\n"]+)/.exec(patch)?.[1] ?? '';
  return name !== '' && scan(name).length > 0 ? '' : name;
}

/** The refusal for some findings. */
export function secretFound(taskId: string, findings: readonly SecretFinding[]): SecretFound {
  const places = new Set(findings.map(({ rule, path }) => `${path.replace(/^\/content\//, '')} (${rule})`));
  const message = `${taskId}: nothing was written, because it looks like a secret at ${[...places].join(', ')}. Remove it, or pass forceSecrets if it is none; the audit will say so.`;
  return failure('SecretFound', message, { findings });
}

/** Bytes as text, one character a byte: secrets are ASCII, and this needs no valid encoding. */
function readAscii(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += 8192) {
    text += String.fromCharCode(...bytes.subarray(start, start + 8192));
  }
  return text;
}
