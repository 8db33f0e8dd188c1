import { addContext, CLAUDE_EVENTS, decodeLikeClaude, permission } from './claude-codec.ts';
import type { HarnessCodec } from './harness-codec.ts';
import { needsPerson } from './needs-person.ts';
import type { NativeTool } from './native-tool.ts';

const TOOLS: Readonly<Record<string, NativeTool>> = {
  apply_patch: { tool: 'Edit', patch: 'command' },
  view_image: { tool: 'Read' },
  spawn_agent: { tool: 'Task' },
};

/** Codex. It takes no bare `allow` and no `ask`, and a denial only with a reason; a question to a person becomes a denial. */
export const codexCodec: HarnessCodec = {
  harness: 'codex',
  events: CLAUDE_EVENTS,
  harmlessTools: ['update_plan', 'web_search', 'request_user_input', 'wait_agent', 'close_agent', 'send_input'],
  settings: ['.codex/hooks.json', '.codex/config.toml'],
  projectVariable: null,
  compactionMark: '"type":"compacted"',
  decode: (eventName, payload) => decodeLikeClaude(TOOLS, eventName, payload),
  encode: (eventName, decision) => {
    const { verdict, refusal } = decision;
    if (verdict?.decision === 'allow') return {};
    if (verdict !== null)
      return permission('deny', verdict.decision === 'ask' ? needsPerson(verdict.reason) : verdict.reason);
    if (refusal !== null) return { continue: false, stopReason: refusal };
    return addContext(eventName, decision);
  },
};
