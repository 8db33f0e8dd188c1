import { createSecretScanner, type SecretFinding, type SecretScanner } from './create-secret-scanner.ts';

let scanner: SecretScanner | undefined;

/**
 * Every secret in `value`, at any depth: in strings, in object keys, in JSON inside JSON, in maps and sets.
 *
 * A finding names the rule (see `secretRules`) and the place as a JSON pointer, never the secret. A rule is named once
 * per place. Takes any value, never throws, and its time is linear in the text.
 *
 * @example
 * ```ts
 * import { scanForSecrets } from '@batonkit/secrets';
 *
 * const pushToken = 'ghp' + '_' + 'x1Yz9Qw7Rt5Km3Np'.repeat(2) + 'Ab8d';
 *
 * scanForSecrets({ env: { PUSH: pushToken }, commit: 'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3' }); // => [{ rule: 'github-token', path: '/env/PUSH' }]
 * scanForSecrets({ token: '${GITHUB_TOKEN}' }); // => []
 * ```
 */
export function scanForSecrets(value: unknown): SecretFinding[] {
  scanner ??= createSecretScanner();
  return scanner(value);
}
