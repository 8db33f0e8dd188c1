export {
  createSecretScanner,
  type SecretAllowance,
  type SecretFinding,
  type SecretRule,
  type SecretScanner,
  type SecretScannerOptions,
} from './scanner/create-secret-scanner.ts';
export { scanForSecrets } from './scanner/scan-for-secrets.ts';
export { secretRules, type SecretRuleInfo } from './scanner/secret-rules.ts';
