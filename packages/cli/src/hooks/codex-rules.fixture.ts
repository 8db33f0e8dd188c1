/*
 * What Codex takes as an answer, by the facts of https://github.com/openai/codex at 343074d: the output schemas in
 * codex-rs/hooks/schema/generated (no other keys) and the checks behind them in codex-rs/hooks/src/engine/output_parser.rs.
 */
const UNIVERSAL = ['continue', 'stopReason', 'suppressOutput', 'systemMessage'];
const KEYS: Readonly<Record<string, readonly string[]>> = {
  SessionStart: [...UNIVERSAL, 'hookSpecificOutput'],
  UserPromptSubmit: [...UNIVERSAL, 'hookSpecificOutput', 'decision', 'reason'],
  PreToolUse: [...UNIVERSAL, 'hookSpecificOutput', 'decision', 'reason'],
  PostToolUse: [...UNIVERSAL, 'hookSpecificOutput', 'decision', 'reason'],
  PreCompact: UNIVERSAL,
  PostCompact: UNIVERSAL,
  Stop: [...UNIVERSAL, 'decision', 'reason'],
  SubagentStop: [...UNIVERSAL, 'decision', 'reason'],
};
const SPECIFIC: Readonly<Record<string, readonly string[]>> = {
  SessionStart: ['hookEventName', 'additionalContext'],
  UserPromptSubmit: ['hookEventName', 'additionalContext'],
  PreToolUse: ['hookEventName', 'additionalContext', 'permissionDecision', 'permissionDecisionReason', 'updatedInput'],
  PostToolUse: ['hookEventName', 'additionalContext', 'updatedMCPToolOutput'],
};

/** What Codex would object to in an answer. */
export function objectionsOfCodex(event: string, answer: object): readonly string[] {
  const { hookSpecificOutput: specific, ...rest } = answer as Record<string, unknown>;
  const own = (specific ?? {}) as Record<string, unknown>;
  const reason = own['permissionDecisionReason'];
  return [
    ...Object.keys(answer).filter((key) => KEYS[event]?.includes(key) !== true),
    ...Object.keys(own).filter((key) => SPECIFIC[event]?.includes(key) !== true),
    ...(specific !== undefined && own['hookEventName'] !== event ? ['hookEventName'] : []),
    ...Object.entries({ ...rest, ...own }).flatMap(([key, value]) =>
      typeof value === 'string' || (key === 'continue' && typeof value === 'boolean') ? [] : [`type of ${key}`],
    ),
    ...('decision' in rest && rest['decision'] !== 'block' ? ['a decision other than block'] : []),
    ...(own['permissionDecision'] === 'allow' ? ['bare allow'] : []),
    ...(own['permissionDecision'] === 'ask' ? ['ask'] : []),
    ...(own['permissionDecision'] === 'deny' && (typeof reason !== 'string' || reason.trim() === '')
      ? ['deny without a reason']
      : []),
    ...(event === 'PreToolUse' && ('continue' in rest || 'stopReason' in rest) ? ['control of the turn'] : []),
  ];
}
