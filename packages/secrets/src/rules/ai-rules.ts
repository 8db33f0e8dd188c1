import type { SecretProbe } from '../probes/secret-probe.ts';
import { token } from '../probes/token-probe.ts';
import { kindChanges } from '../values/word-likeness.ts';

const mixed = (found: string): boolean => /\d/.test(found) && /[a-z]/.test(found);

export const aiRules: readonly SecretProbe[] = [
  token('anthropic-key', 'sk-ant-', /sk-ant-(?:[a-z]{2,10}\d{0,2}-)?[\w-]{20,200}/),
  token('openrouter-key', 'sk-or-', /sk-or-(?:v\d-)?[A-Za-z0-9]{32,80}/),
  token(
    'openai-key',
    'sk-',
    /sk-(?:(?:proj|svcacct|admin|service|None)-[\w-]{20,220}|[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}|(?!ant-|or-|lf-)(?:[a-z]{1,20}-)?[A-Za-z0-9]{32,64}(?![A-Za-z0-9-]))/,
    { accept: mixed, digitWithin: 64 },
  ),
  token('langfuse-key', 'sk-lf-', /sk-lf-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/),
  token('huggingface-token', 'hf_ api_org_', /(?:hf_|api_org_)[A-Za-z0-9]{30,40}(?![A-Za-z0-9_])/),
  token('replicate-token', 'r8_', /r8_[A-Za-z0-9_-]{35,40}(?![\w-])/, { accept: mixed }),
  token('groq-key', 'gsk_', /gsk_[A-Za-z0-9]{40,60}/),
  token('xai-key', 'xai-', /xai-[A-Za-z0-9_-]{60,100}/),
  token('perplexity-key', 'pplx-', /pplx-[A-Za-z0-9]{40,60}/),
  token('nvidia-key', 'nvapi-', /nvapi-[\w-]{50,80}/),
  token('elevenlabs-key', 'sk_', /sk_[a-f0-9]{48}(?![a-z0-9])/),
  token('fireworks-key', 'fw_', /fw_[A-Za-z0-9]{22,48}(?![A-Za-z0-9_])/, {
    accept: (found) => mixed(found) && /[A-Z]/.test(found),
  }),
  token('together-key', 'tgp_v1_', /tgp_v1_[\w-]{40,50}/),
  token('langsmith-key', 'lsv2_', /lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}/),
  token('pinecone-key', 'pcsk_', /pcsk_[A-Za-z0-9]{5,6}_[A-Za-z0-9]{50,70}/),
  token('jina-key', 'jina_', /jina_[a-f0-9]{32}[\w-]{20,40}/),
  token('cerebras-key', 'csk-', /csk-[a-z0-9]{40,60}/),
  token('tavily-key', 'tvly-', /tvly-(?:dev-|prod-)?[A-Za-z0-9-]{28,60}/, { accept: mixed }),
  token('brave-search-key', 'BSA', /BSA[\w-]{28}(?![\w+/=-])/, {
    accept: (found) => mixed(found) && kindChanges(found) >= 0.3,
  }),
  token('firecrawl-key', 'fc-', /fc-[a-f0-9]{32}(?![a-z0-9])/),
  token('runpod-key', 'rpa_', /rpa_[A-Z0-9]{36,50}[a-z0-9]{0,10}/),
  token('voyage-key', 'pa-', /pa-[A-Za-z0-9_-]{43}(?![\w-])/, {
    accept: (found) => mixed(found) && /[A-Z]/.test(found),
  }),
  token('cursor-key', 'key_', /key_[a-f0-9]{64}(?![a-z0-9])/),
  token('wandb-key', 'wandb_v1_', /wandb_v1_[\w-]{40,120}/),
];
