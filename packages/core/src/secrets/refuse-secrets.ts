import { failure } from '../result/failure.ts';
import { err, ok, ResultAsync } from '../result/result.ts';
import type { SecretInText } from '../state-file/state-file-input.ts';
import type { SecretScanner } from './create-secret-scanner.ts';

/** The scanner that was given, or the built-in one, which is loaded with the first write. */
export async function scannerOr(given: SecretScanner | undefined): Promise<SecretScanner> {
  return given ?? (await import('./scan-for-secrets.ts')).scanForSecrets;
}

/** Refuses a value that holds what looks like a secret: `SecretFound` with rules and places, never the secret. */
export function refuseSecrets(
  given: SecretScanner | undefined,
  file: string,
  value: unknown,
): ResultAsync<void, SecretInText> {
  return ResultAsync.fromSafePromise<SecretScanner, SecretInText>(scannerOr(given)).andThen((scan) => {
    const findings = scan(value);
    if (findings.length === 0) return ok(undefined);
    const places = findings.map(({ rule, path }) => `${path} (${rule})`).join(', ');
    const message = `${file}: nothing was written, because it looks like a secret at ${places}. Remove it, or pass forceSecrets if it is none.`;
    return err(failure('SecretFound', message, { findings }));
  });
}
