import type { SecretProbe } from '../secret-probe.ts';
import { token } from '../token-probe.ts';

const mixed = (found: string): boolean => /\d/.test(found) && /[a-z]/.test(found);

export const aiRules: readonly SecretProbe[] = [
  token(
    'anthropic-key',
    'An Anthropic API or admin key, or a Claude OAuth token.',
    'sk-ant-',
    /sk-ant-(?:[a-z]{2,10}\d{0,2}-)?[\w-]{20,200}/,
  ),
  token('openrouter-key', 'An OpenRouter API key.', 'sk-or-', /sk-or-(?:v\d-)?[A-Za-z0-9]{32,80}/),
  token(
    'openai-key',
    'An OpenAI key: project, service account, admin or of the old kind (DeepSeek, Moonshot and others write theirs the same way).',
    'sk-',
    /sk-(?:(?:proj|svcacct|admin|service|None)-[\w-]{20,220}|[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}|(?!ant-|or-|lf-)(?:[a-z]{1,20}-)?[A-Za-z0-9]{32,64}(?![A-Za-z0-9-]))/,
    { accept: mixed },
  ),
  token('langfuse-key', 'A Langfuse secret key.', 'sk-lf-', /sk-lf-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/),
  token(
    'huggingface-token',
    'A Hugging Face token.',
    'hf_ api_org_',
    /(?:hf_|api_org_)[A-Za-z0-9]{30,40}(?![A-Za-z0-9_])/,
  ),
  token('replicate-token', 'A Replicate token.', 'r8_', /r8_[A-Za-z0-9_-]{35,40}(?![\w-])/, { accept: mixed }),
  token('groq-key', 'A Groq API key.', 'gsk_', /gsk_[A-Za-z0-9]{40,60}/),
  token('xai-key', 'An xAI API key.', 'xai-', /xai-[A-Za-z0-9_-]{60,100}/),
  token('perplexity-key', 'A Perplexity API key.', 'pplx-', /pplx-[A-Za-z0-9]{40,60}/),
  token('nvidia-key', 'An NVIDIA API key.', 'nvapi-', /nvapi-[\w-]{50,80}/),
  token('elevenlabs-key', 'An ElevenLabs key.', 'sk_', /sk_[a-f0-9]{48}(?![a-z0-9])/),
  token('fireworks-key', 'A Fireworks AI key.', 'fw_', /fw_[A-Za-z0-9]{22,48}(?![A-Za-z0-9_])/, {
    accept: (found) => mixed(found) && /[A-Z]/.test(found),
  }),
  token('together-key', 'A Together AI key.', 'tgp_v1_', /tgp_v1_[\w-]{40,50}/),
  token('langsmith-key', 'A LangSmith key.', 'lsv2_', /lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}/),
  token('pinecone-key', 'A Pinecone key.', 'pcsk_', /pcsk_[A-Za-z0-9]{5,6}_[A-Za-z0-9]{50,70}/),
  token('jina-key', 'A Jina AI key.', 'jina_', /jina_[a-f0-9]{32}[\w-]{20,40}/),
  token('cerebras-key', 'A Cerebras key.', 'csk-', /csk-[a-z0-9]{40,60}/),
  token('tavily-key', 'A Tavily key.', 'tvly-', /tvly-(?:dev-|prod-)?[A-Za-z0-9-]{28,60}/, { accept: mixed }),
  token('firecrawl-key', 'A Firecrawl key.', 'fc-', /fc-[a-f0-9]{32}(?![a-z0-9])/),
  token('runpod-key', 'A RunPod key.', 'rpa_', /rpa_[A-Z0-9]{36,50}[a-z0-9]{0,10}/),
  token('voyage-key', 'A Voyage AI key.', 'pa-', /pa-[A-Za-z0-9_-]{43}(?![\w-])/, {
    accept: (found) => mixed(found) && /[A-Z]/.test(found),
  }),
  token('cursor-key', 'A Cursor API key.', 'key_', /key_[a-f0-9]{64}(?![a-z0-9])/),
  token('wandb-key', 'A Weights & Biases key.', 'wandb_v1_', /wandb_v1_[\w-]{40,120}/),
];
