export {
  createSecretScanner,
  type SecretAllowance,
  type SecretFinding,
  type SecretRule,
  type SecretScanner,
  type SecretScannerOptions,
} from './create-secret-scanner.ts';
export { scanForSecrets } from './scan-for-secrets.ts';
export { secretRules, type SecretRuleInfo } from './secret-rules.ts';
