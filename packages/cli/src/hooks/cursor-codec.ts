import type { HookEvent } from '@batonkit/guard/hooks';
import { decodeEvent } from './decode-event.ts';
import { type HarnessCodec, objectField, optionalText, type Payload, textField } from './harness-codec.ts';
import { needsPerson } from './needs-person.ts';
import { type NativeTool, translateUse, type TranslatedUse } from './native-tool.ts';

const EVENTS = {
  sessionStart: 'session-start',
  preToolUse: 'before-tool',
  beforeShellExecution: 'before-tool',
  postToolUse: 'after-tool',
  preCompact: 'before-compaction',
  beforeSubmitPrompt: 'prompt-submitted',
  stop: 'stop',
  subagentStop: 'subagent-stop',
} as const satisfies Record<string, HookEvent['kind']>;

const TOOLS: Readonly<Record<string, NativeTool>> = {
  Shell: { tool: 'Bash', directories: ['working_directory', 'cwd'] },
  Grep: { tool: 'Grep', fields: { file_path: 'path' } },
  StrReplace: { tool: 'Edit' },
  Delete: { tool: 'Write' },
  TabWrite: { tool: 'Write' },
  TabRead: { tool: 'Read' },
};

/** The tool use; `beforeShellExecution` names only the command. */
function useOf(eventName: string, payload: Payload): TranslatedUse {
  if (eventName === 'beforeShellExecution')
    return { uses: [{ tool: 'Bash', input: { command: textField(payload, 'command') } }], commandDirectories: [] };
  const input = objectField(payload, 'tool_input');
  return translateUse(TOOLS, nameServer(textField(payload, 'tool_name'), input), input);
}

/** Cursor does not say which server an MCP tool belongs to. Those of Batonkit are known by what they are given, or by their names. */
function nameServer(tool: string, input: Payload): string {
  const called = /^MCP:([a-z_]+)$/.exec(tool)?.[1];
  if (called === undefined) return tool;
  return typeof input['taskId'] === 'string' || /^(?:tiers|task)_/.test(called) ? `mcp__batonkit__${called}` : tool;
}

/**
 * Cursor: flat answers. It asks nobody before a tool, so that a question becomes a denial, and a hook that fails closed must always
 * say something, so that no objection is an explicit `allow`. After a compaction only a used tool can add to the conversation.
 */
export const cursorCodec: HarnessCodec = {
  harness: 'cursor',
  events: EVENTS,
  harmlessTools: ['ReadLints', 'SemanticSearch', 'AskQuestion', 'SwitchMode', 'UpdateCurrentStep'],
  settings: ['.cursor/hooks.json', '.cursor/hooks/**'],
  projectVariable: 'CURSOR_PROJECT_DIR',
  compactionMark: null,
  decode: (eventName, payload) => {
    const decoded = decodeEvent(EVENTS[eventName as keyof typeof EVENTS], payload, {
      useOf: () => useOf(eventName, payload),
      sources: [],
      agentOf: () => optionalText(payload, 'subagent_type'),
      canRefuseCompaction: false,
      takesContext: ['after-tool'],
    });
    const roots = payload['workspace_roots'];
    const first: unknown = Array.isArray(roots) ? roots[0] : null;
    const directory = optionalText(payload, 'cwd') ?? (typeof first === 'string' ? first : null);
    return { ...decoded, directory, transcript: optionalText(payload, 'transcript_path') };
  },
  encode: (eventName, { verdict, context, notice }) => {
    if (verdict?.decision === 'allow') return { permission: 'allow' };
    if (verdict !== null) {
      const reason = verdict.decision === 'ask' ? needsPerson(verdict.reason) : verdict.reason;
      return { permission: 'deny', user_message: reason, agent_message: reason };
    }
    if (eventName === 'beforeSubmitPrompt') return { continue: true };
    if (eventName === 'preCompact') return notice === null ? {} : { user_message: notice };
    return context === null ? {} : { additional_context: context };
  },
};
