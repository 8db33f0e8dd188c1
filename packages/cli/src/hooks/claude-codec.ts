import type { HookDecision, HookEvent } from '@batonkit/guard/hooks';
import { decodeEvent } from './decode-event.ts';
import {
  type HarnessCodec,
  type HookCall,
  objectField,
  optionalText,
  type Payload,
  textField,
} from './harness-codec.ts';
import { type NativeTool, translateUse } from './native-tool.ts';

/** The events that Claude Code and Codex call by the same names. */
export const CLAUDE_EVENTS = {
  SessionStart: 'session-start',
  PreToolUse: 'before-tool',
  PostToolUse: 'after-tool',
  PreCompact: 'before-compaction',
  PostCompact: 'after-compaction',
  UserPromptSubmit: 'prompt-submitted',
  Stop: 'stop',
  SubagentStop: 'subagent-stop',
} as const satisfies Record<string, HookEvent['kind']>;

/** Reads the payloads that Claude Code and Codex share. */
export function decodeLikeClaude(
  tools: Readonly<Record<string, NativeTool>>,
  eventName: string,
  payload: Payload,
): HookCall {
  const decoded = decodeEvent(CLAUDE_EVENTS[eventName as keyof typeof CLAUDE_EVENTS], payload, {
    useOf: () => translateUse(tools, textField(payload, 'tool_name'), objectField(payload, 'tool_input')),
    sources: ['startup', 'resume', 'clear', 'compact', 'fork'],
    // A whole session can be an agent of some kind too; only a subagent has an id.
    agentOf: () => (optionalText(payload, 'agent_id') === null ? null : optionalText(payload, 'agent_type')),
    canRefuseCompaction: true,
    takesContext: ['prompt-submitted'],
  });
  const transcript = optionalText(payload, 'transcript_path');
  return { ...decoded, directory: optionalText(payload, 'cwd'), transcript };
}

/** An answer that adds to the conversation. */
export function addContext(eventName: string, { context, notice }: HookDecision): object {
  return {
    ...(notice === null ? {} : { systemMessage: notice }),
    ...(context === null ? {} : { hookSpecificOutput: { hookEventName: eventName, additionalContext: context } }),
  };
}

/** An answer about a tool. */
export function permission(decision: 'deny' | 'ask', reason: string): object {
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: decision,
      permissionDecisionReason: reason,
    },
  };
}

/** Claude Code. A guard that has no objection says nothing: `allow` would skip the person's own rules. */
export const claudeCodec: HarnessCodec = {
  harness: 'claude',
  events: CLAUDE_EVENTS,
  harmlessTools: [
    'AskUserQuestion',
    'BashOutput',
    'EnterPlanMode',
    'ExitPlanMode',
    'KillShell',
    'ListMcpResourcesTool',
    'LSP',
    'ReadMcpResourceTool',
    'SendMessage',
    'Skill',
    'SlashCommand',
    'TaskCreate',
    'TaskGet',
    'TaskList',
    'TaskOutput',
    'TaskStop',
    'TaskUpdate',
    'ToolSearch',
  ],
  settings: ['.claude/settings.json', '.claude/settings.local.json', '.claude/hooks/**'],
  projectVariable: 'CLAUDE_PROJECT_DIR',
  compactionMark: '"compact_boundary"',
  decode: (eventName, payload) => decodeLikeClaude({}, eventName, payload),
  encode: (eventName, decision) => {
    const { verdict, refusal, notice } = decision;
    if (verdict !== null)
      return {
        ...(notice === null ? {} : { systemMessage: notice }),
        ...(verdict.decision === 'allow' ? {} : permission(verdict.decision, verdict.reason)),
      };
    if (refusal !== null) return { decision: 'block', reason: refusal };
    return addContext(eventName, decision);
  },
};
