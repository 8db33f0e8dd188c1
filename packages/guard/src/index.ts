export { createGuard, type GuardOptions, type WorkspaceGuard } from './create-guard.ts';
export {
  checkDocuments,
  type DocumentEvaluator,
  type EvaluatedDocument,
  evaluateStructure,
} from './evaluate-documents.ts';
export { guard } from './guard.ts';
export {
  DEFAULT_GUARD_POLICY,
  extendGuardPolicy,
  type GuardFacts,
  type GuardPolicy,
  type GuardVerdict,
  type ProtocolWriteFacts,
  type ToolKind,
  type ToolUse,
} from './guard-policy.ts';
export { parseGuardPolicy } from './parse-guard-policy.ts';
export { parseShellWrites } from './parse-shell-writes.ts';
export {
  findProtocolObjection,
  type ProtocolOutline,
  type ProtocolWrite,
  readProtocolWrites,
} from './protocol-writes.ts';
export type { ShellEffects, ShellPath } from './shell-effects.ts';
