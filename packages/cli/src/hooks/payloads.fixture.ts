import type { Harness } from './harness-codec.ts';

/** A payload as a harness sends it, and where that was learned. `/repo` stands for the repository. */
export interface RecordedPayload {
  readonly harness: Harness;
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/*
 * claude: the input examples of https://code.claude.com/docs/en/hooks (version 2.1.248, read 2026-09-01), with the paths changed.
 * codex: https://github.com/openai/codex at 343074d, codex-rs/hooks/schema/generated/*.input.schema.json, and the assertions about
 *   apply_patch in codex-rs/core/tests/suite/hooks.rs. Every payload was checked against its schema.
 * gemini: https://github.com/google-gemini/gemini-cli at 5411f11, docs/hooks/reference.md and packages/core/src/tools/definitions.
 * cursor: recordings of Cursor 3.9.16 (June 2026) that a public repository publishes next to https://cursor.com/docs/reference/hooks,
 *   with the paths, ids and addresses changed.
 */

const claude = (event: string, more: object): RecordedPayload => ({
  harness: 'claude',
  event,
  payload: {
    session_id: 'abc123',
    transcript_path: '/repo/.transcripts/abc123.jsonl',
    cwd: '/repo',
    hook_event_name: event,
    ...more,
  },
});
const codex = (event: string, more: object): RecordedPayload => ({
  harness: 'codex',
  event,
  payload: {
    session_id: '0199a213-81c0-7800-8aa1-bbab2a035a53',
    transcript_path: null,
    cwd: '/repo',
    hook_event_name: event,
    model: 'gpt-5.6-codex',
    ...more,
  },
});
const gemini = (event: string, more: object): RecordedPayload => ({
  harness: 'gemini',
  event,
  payload: {
    session_id: '8f1c2f2e-9f1b-4a57-8f54-1d1f4f1b2a10',
    transcript_path: '/repo/.transcripts/session.json',
    cwd: '/repo',
    hook_event_name: event,
    timestamp: '2026-08-21T16:16:56.000Z',
    ...more,
  },
});
const cursor = (event: string, more: object): RecordedPayload => ({
  harness: 'cursor',
  event,
  payload: {
    conversation_id: '74676b03-0000-4000-8000-000000000000',
    generation_id: 'f7746f6e-0000-4000-8000-000000000000',
    model: 'default',
    session_id: '74676b03-0000-4000-8000-000000000000',
    hook_event_name: event,
    cursor_version: '3.9.16',
    workspace_roots: ['/repo'],
    user_email: 'ada@example.com',
    transcript_path: null,
    ...more,
  },
});
const turn = { turn_id: 'turn-1', permission_mode: 'default' };
const compaction = { turn_id: 'turn-1', trigger: 'manual' };

/** At least one of every event of every harness. */
export const PAYLOADS: readonly RecordedPayload[] = [
  ...['startup', 'resume', 'clear', 'compact', 'fork'].map((source) =>
    claude('SessionStart', { source, model: 'claude-opus-5' }),
  ),
  claude('UserPromptSubmit', { permission_mode: 'default', prompt: 'Write a function' }),
  claude('PreToolUse', {
    permission_mode: 'default',
    tool_name: 'Bash',
    tool_input: { command: 'npm test', description: 'Run test suite', timeout: 120000, run_in_background: false },
    tool_use_id: 'toolu_01ABC123',
  }),
  claude('PostToolUse', {
    permission_mode: 'default',
    tool_name: 'Write',
    tool_input: { file_path: '/repo/docs/file.txt', content: 'file content' },
    tool_response: { filePath: '/repo/docs/file.txt', success: true },
    tool_use_id: 'toolu_01ABC123',
    duration_ms: 12,
  }),
  claude('PreCompact', { trigger: 'manual', custom_instructions: null }),
  claude('PostCompact', { trigger: 'manual', compact_summary: 'Summary of the compacted conversation...' }),
  claude('Stop', {
    permission_mode: 'default',
    stop_hook_active: true,
    last_assistant_message: 'Done.',
    background_tasks: [],
    session_crons: [],
  }),
  claude('SubagentStop', {
    permission_mode: 'default',
    stop_hook_active: false,
    agent_id: 'def456',
    agent_type: 'Explore',
    agent_transcript_path: '/repo/.transcripts/agent-def456.jsonl',
    last_assistant_message: 'Analysis complete.',
  }),

  ...['startup', 'resume', 'clear', 'compact'].map((source) =>
    codex('SessionStart', { source, permission_mode: 'default' }),
  ),
  codex('UserPromptSubmit', { ...turn, prompt: 'Fix the build' }),
  codex('PreToolUse', { ...turn, tool_name: 'Bash', tool_input: { command: 'git status' }, tool_use_id: 'call_1' }),
  codex('PreToolUse', {
    ...turn,
    tool_name: 'apply_patch',
    tool_input: { command: '*** Begin Patch\n*** Add File: docs/note.md\n+hello\n*** End Patch\n' },
    tool_use_id: 'call_2',
  }),
  codex('PostToolUse', {
    ...turn,
    tool_name: 'Bash',
    tool_input: { command: 'git status' },
    tool_response: 'clean',
    tool_use_id: 'call_1',
  }),
  codex('PreCompact', compaction),
  codex('PostCompact', compaction),
  codex('Stop', { ...turn, stop_hook_active: false, last_assistant_message: 'Done.' }),
  codex('SubagentStop', {
    ...turn,
    stop_hook_active: false,
    last_assistant_message: 'Done.',
    agent_id: 'agent-1',
    agent_type: 'reviewer',
    agent_transcript_path: null,
  }),

  ...['startup', 'resume', 'clear'].map((source) => gemini('SessionStart', { source })),
  gemini('BeforeAgent', { prompt: 'Fix the build' }),
  gemini('BeforeTool', { tool_name: 'run_shell_command', tool_input: { command: 'git status', dir_path: 'docs' } }),
  gemini('BeforeTool', { tool_name: 'write_file', tool_input: { file_path: '/repo/docs/note.md', content: 'hello' } }),
  gemini('AfterTool', {
    tool_name: 'run_shell_command',
    tool_input: { command: 'git status' },
    tool_response: { llmContent: 'clean', returnDisplay: 'clean' },
  }),
  gemini('PreCompress', { trigger: 'auto' }),
  gemini('AfterAgent', { prompt: 'Fix the build', prompt_response: 'Done.', stop_hook_active: false }),

  cursor('sessionStart', { generation_id: '', is_background_agent: false, composer_mode: 'agent' }),
  cursor('beforeSubmitPrompt', {
    composer_mode: 'agent',
    prompt: 'Fix the build',
    attachments: [{ type: 'rule', file_path: 'CLAUDE.md' }],
  }),
  cursor('preToolUse', {
    tool_name: 'Shell',
    tool_input: { command: 'echo rosetta-hook-probe', cwd: '', timeout: 30000 },
    tool_use_id: '09dca0a5-0000-4000-8000-000000000000',
    cwd: '',
  }),
  cursor('preToolUse', {
    tool_name: 'Read',
    tool_input: { file_path: '/repo/docs/probe.txt' },
    tool_use_id: 'tool_ce44',
    cwd: '',
  }),
  cursor('beforeShellExecution', { command: 'echo rosetta-hook-probe', cwd: '', sandbox: false }),
  cursor('postToolUse', {
    tool_name: 'Shell',
    tool_input: { command: 'echo rosetta-hook-probe', cwd: '', timeout: 30000 },
    tool_output: '{"output":"rosetta-hook-probe\\n","exitCode":0}',
    duration: 728.221,
    tool_use_id: '09dca0a5-0000-4000-8000-000000000000',
    cwd: '',
  }),
  cursor('preCompact', {
    trigger: 'manual',
    context_usage_percent: 9.2085,
    context_tokens: 18417,
    context_window_size: 200000,
    message_count: 13,
    messages_to_compact: 11,
    is_first_compaction: true,
  }),
  cursor('stop', { status: 'completed', loop_count: 0 }),
  cursor('subagentStop', {
    subagent_id: 'tool_57cce371',
    subagent_type: 'general-purpose',
    status: 'completed',
    duration_ms: 4356,
    message_count: 0,
    tool_call_count: 0,
    loop_count: 0,
    task: 'Reply with the single word DONE',
    description: 'Reply with DONE',
  }),
];

/** A payload with its paths in a real repository. */
export function payloadIn(root: string, payload: RecordedPayload['payload']): RecordedPayload['payload'] {
  return JSON.parse(JSON.stringify(payload).replaceAll('/repo', root)) as RecordedPayload['payload'];
}
