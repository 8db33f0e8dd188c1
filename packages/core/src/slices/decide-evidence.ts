import type { DecideEnv } from '../record/decide-env.ts';
import type { DecideError } from '../record/decision.ts';
import { ok, type Result } from '../result/result.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { sha256Hex } from '../text/sha256-hex.ts';
import type { EvidenceRecord, EvidenceTypes } from './evidence.ts';

/** The short id under which prompts cite a piece of evidence: the same type, path and content always give the same id. */
export function evidenceId(evidence: {
  readonly type: string;
  readonly path: string;
  readonly sha256: string;
}): string {
  const { type, path, sha256 } = evidence;
  return `ev-${sha256Hex(canonicalJson({ type, path, sha256 })).slice(0, 12)}`;
}

/** Records a piece of evidence; attaching the same thing again changes nothing. */
export function decideEvidence(
  record: EvidenceRecord,
  command: Extract<EvidenceTypes['command'], { type: 'attach-evidence' }>,
  env: DecideEnv,
): Result<readonly EvidenceTypes['event'][], DecideError> {
  const { evidenceType: type, path, sha256, bytes } = command;
  const id = evidenceId({ type, path, sha256 });
  if (record.evidence.some((known) => known.id === id)) return ok([]);
  const evidence = { id, type, path, sha256, bytes, attached_at: env.now, attached_by: env.actor };
  return ok([{ type: 'evidence-attached', evidence }]);
}
