import { failure, type Failure } from '../result/failure.ts';
import type { SecretFinding } from '@batonkit/secrets';

/** A write that was refused because it would have stored what looks like a secret. */
export type SecretFound = Failure<'SecretFound', { readonly findings: readonly SecretFinding[] }>;

/** The refusal for some findings: rules and places, never the secret. `note` is what forcing it leads to. */
export function secretFound(where: string, findings: readonly SecretFinding[], note = ''): SecretFound {
  // A pointer into the text of a file says less than the file.
  const places = new Set(findings.map(({ rule, path }) => `${path.replace(/^\/content\//, '')} (${rule})`));
  const message = `${where}: nothing was written, because it looks like a secret at ${[...places].join(', ')}. Remove it, or pass forceSecrets if it is none${note}.`;
  return failure('SecretFound', message, { findings });
}
