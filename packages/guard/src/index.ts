export { createGuard, type GuardOptions, type WorkspaceGuard } from './judge/create-guard.ts';
export {
  checkDocuments,
  type DocumentEvaluator,
  type EvaluatedDocument,
  evaluateStructure,
} from './policy/evaluate-documents.ts';
export { guard } from './judge/guard.ts';
export {
  DEFAULT_GUARD_POLICY,
  extendGuardPolicy,
  type GuardFacts,
  type GuardPolicy,
  type GuardVerdict,
  type ProtocolWriteFacts,
  type ToolKind,
  type ToolUse,
} from './policy/guard-policy.ts';
export { parseGuardPolicy } from './policy/parse-guard-policy.ts';
export { parseShellWrites } from './shell/parse-shell-writes.ts';
export {
  findProtocolObjection,
  type ProtocolOutline,
  type ProtocolWrite,
  readProtocolWrites,
} from './policy/protocol-writes.ts';
export type { ShellEffects, ShellPath } from './shell/shell-effects.ts';
