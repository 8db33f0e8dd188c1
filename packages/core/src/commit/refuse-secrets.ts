import { err, ok, ResultAsync } from '../result/result.ts';
import type { SecretScanner } from '@batonkit/secrets';
import { secretFound, type SecretFound } from './secret-found.ts';

/** The scanner that was given, or the built-in one. That is a sixth of core, so it is loaded with the first write. */
export async function scannerOr(given: SecretScanner | undefined): Promise<SecretScanner> {
  return given ?? (await import('@batonkit/secrets')).scanForSecrets;
}

/** Refuses a value that holds what looks like a secret: `SecretFound` with rules and places, never the secret. */
export function refuseSecrets(
  given: SecretScanner | undefined,
  file: string,
  value: unknown,
): ResultAsync<void, SecretFound> {
  return ResultAsync.fromSafePromise<SecretScanner, SecretFound>(scannerOr(given)).andThen((scan) => {
    const findings = scan(value);
    return findings.length === 0 ? ok(undefined) : err(secretFound(file, findings));
  });
}
