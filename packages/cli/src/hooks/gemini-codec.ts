import type { HookEvent } from '@batonkit/guard/hooks';
import { addContext } from './claude-codec.ts';
import { decodeEvent } from './decode-event.ts';
import { type HarnessCodec, objectField, optionalText, textField } from './harness-codec.ts';
import { type NativeTool, translateUse } from './native-tool.ts';

const EVENTS = {
  SessionStart: 'session-start',
  BeforeTool: 'before-tool',
  AfterTool: 'after-tool',
  PreCompress: 'before-compaction',
  BeforeAgent: 'prompt-submitted',
  AfterAgent: 'stop',
} as const satisfies Record<string, HookEvent['kind']>;

const TOOLS: Readonly<Record<string, NativeTool>> = {
  run_shell_command: { tool: 'Bash', directories: ['dir_path', 'directory'] },
  write_file: { tool: 'Write' },
  replace: { tool: 'Edit' },
  read_file: { tool: 'Read' },
  read_many_files: { tool: 'Glob', lists: ['include', 'paths'] },
  list_directory: { tool: 'LS', fields: { dir_path: 'path' } },
  glob: { tool: 'Glob', fields: { dir_path: 'path' } },
  grep_search: { tool: 'Grep', fields: { dir_path: 'path' } },
  search_file_content: { tool: 'Grep', fields: { dir_path: 'path' } },
  web_fetch: { tool: 'WebFetch' },
  google_web_search: { tool: 'WebSearch' },
  write_todos: { tool: 'TodoWrite' },
  invoke_agent: { tool: 'Task' },
};

/** Gemini CLI. It tells of no start after a compression, so that what was lost is added to the next prompt. */
export const geminiCodec: HarnessCodec = {
  harness: 'gemini',
  events: EVENTS,
  harmlessTools: [
    'activate_skill',
    'ask_user',
    'cli_help',
    'codebase_investigator',
    'complete_task',
    'enter_plan_mode',
    'exit_plan_mode',
    'get_internal_docs',
    'list_mcp_resources',
    'read_mcp_resource',
    'save_memory',
    ...['create_task', 'update_task', 'get_task', 'list_tasks', 'add_dependency', 'visualize'].map(
      (verb) => `tracker_${verb}`,
    ),
    'update_topic',
  ],
  settings: ['.gemini/settings.json'],
  projectVariable: 'GEMINI_PROJECT_DIR',
  compactionMark: null,
  decode: (eventName, payload) => {
    const decoded = decodeEvent(EVENTS[eventName as keyof typeof EVENTS], payload, {
      useOf: () => translateUse(TOOLS, textField(payload, 'tool_name'), objectField(payload, 'tool_input')),
      sources: ['startup', 'resume', 'clear'],
      agentOf: () => null,
      canRefuseCompaction: false,
      takesContext: ['prompt-submitted'],
    });
    return { ...decoded, directory: optionalText(payload, 'cwd'), transcript: null };
  },
  encode: (eventName, decision) => {
    const { verdict, notice } = decision;
    if (verdict === null) return addContext(eventName, decision);
    if (verdict.decision === 'allow') return notice === null ? {} : { systemMessage: notice };
    const { reason } = verdict;
    // The message is what the person is shown with the question.
    return { decision: verdict.decision, reason, ...(verdict.decision === 'ask' ? { systemMessage: reason } : {}) };
  },
};
