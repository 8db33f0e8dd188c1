import type { SecretFinding, SecretScanner } from '../secrets/create-secret-scanner.ts';

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

/** Bytes as text, one character a byte: secrets are ASCII, and this needs no valid encoding. */
function readAscii(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += 8192) {
    text += String.fromCharCode(...bytes.subarray(start, start + 8192));
  }
  return text;
}
