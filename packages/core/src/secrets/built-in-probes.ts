import { aiRules } from './rules/ai-rules.ts';
import { assignmentRules } from './rules/assignment-rules.ts';
import { cloudRules } from './rules/cloud-rules.ts';
import { codeHostRules } from './rules/code-host-rules.ts';
import { cookieAndPhraseRules } from './rules/cookie-and-phrase-rules.ts';
import { dottedTokenRules } from './rules/dotted-token-rules.ts';
import { headerAndCommandRules } from './rules/header-and-command-rules.ts';
import { keyMaterialRules } from './rules/key-material-rules.ts';
import { messagingRules } from './rules/messaging-rules.ts';
import { paymentRules } from './rules/payment-rules.ts';
import { prefixedTokenRules } from './rules/prefixed-token-rules.ts';
import { serviceRules } from './rules/service-rules.ts';
import { urlCredentialRules } from './rules/url-credential-rules.ts';
import type { SecretProbe } from './secret-probe.ts';

/** Every built-in probe. */
export const builtInProbes: readonly SecretProbe[] = [
  ...cloudRules,
  ...codeHostRules,
  ...messagingRules,
  ...paymentRules,
  ...aiRules,
  ...serviceRules,
  ...prefixedTokenRules,
  ...keyMaterialRules,
  ...dottedTokenRules,
  ...urlCredentialRules,
  ...headerAndCommandRules,
  ...cookieAndPhraseRules,
  ...assignmentRules,
];
