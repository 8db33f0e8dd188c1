import * as z from 'zod';
import type { DeepReadonly } from '../record/freeze.ts';
import { defineSlice, type Slice, type SliceTypes } from '../record/slice.ts';
import { GitObjectIdSchema, LabelSchema, PathSchema, Sha256Schema, TimeSchema } from '../record/stored-values.ts';
import { decideEvidence } from './decide-evidence.ts';
import { decideQa } from './decide-qa.ts';
import { keepQaRuns } from './keep-qa-runs.ts';
import {
  QaBaselineSchema,
  QaProofSchema,
  QaResultSchema,
  QaRunSchema,
  type QaBaseline,
  type QaProof,
  type QaRun,
} from './qa-result.ts';
import { roles, type RolesRecord } from './roles.ts';

/** A file kept as proof: its bytes are an artifact, prompts cite its `id`. */
export const EvidenceSchema = z.strictObject({
  id: z.string().regex(/^ev-[0-9a-f]{12}$/),
  type: LabelSchema,
  path: PathSchema,
  sha256: Sha256Schema,
  bytes: z.int().nonnegative(),
  attached_at: TimeSchema,
  attached_by: LabelSchema,
});

/** Results of QA, with the artifact that holds the log. */
export const RecordedLogSchema = z.strictObject({
  log: Sha256Schema,
  results: z.array(QaResultSchema).max(200),
  /** What stands behind them. Left out, they are `claimed`. */
  proof: QaProofSchema.optional(),
  /** The id of the task file now, `null` when it is not the one that was captured; left out where nobody looked. */
  taskFileSha: GitObjectIdSchema.nullable().optional(),
});

const commands = [
  z.strictObject({
    type: z.literal('attach-evidence'),
    evidenceType: LabelSchema,
    path: PathSchema,
    sha256: Sha256Schema,
    bytes: z.int().nonnegative(),
  }),
  z.strictObject({ type: z.literal('record-qa'), role: z.string(), ...RecordedLogSchema.shape }),
  z.strictObject({ type: z.literal('record-qa-run'), role: z.string(), ...RecordedLogSchema.shape }),
] as const;

const events = [
  z.strictObject({ type: z.literal('evidence-attached'), evidence: EvidenceSchema }),
  z.strictObject({ type: z.literal('qa-baseline-recorded'), baseline: QaBaselineSchema.options[1] }),
  z.strictObject({ type: z.literal('qa-run-recorded'), run: QaRunSchema }),
] as const;

/** A file kept as proof. */
export type Evidence = DeepReadonly<z.infer<typeof EvidenceSchema>>;

/** What {@link evidence} adds to a machine. */
export interface EvidenceTypes extends SliceTypes {
  readonly fields: {
    readonly evidence: readonly Evidence[];
    readonly qa: { readonly baseline: QaBaseline; readonly runs: readonly QaRun[] };
  };
  readonly command: DeepReadonly<z.infer<(typeof commands)[number]>>;
  readonly input: DeepReadonly<z.input<(typeof commands)[number]>>;
  readonly event: DeepReadonly<z.infer<(typeof events)[number]>>;
  readonly facts: object;
  readonly summary: { readonly evidence: number };
}

/** A record as {@link evidence} sees it. */
export type EvidenceRecord = RolesRecord & EvidenceTypes['fields'];

/** What proves the work: files that were kept, and results of QA. */
export const evidence: Slice<EvidenceTypes> = defineSlice({
  name: 'evidence',
  isServed: true,
  needs: [roles],
  section: z.strictObject({
    evidence: z.array(EvidenceSchema),
    qa: z.strictObject({ baseline: QaBaselineSchema, runs: z.array(QaRunSchema) }),
  }),
  begin: () => ({ evidence: [], qa: { baseline: { status: 'pending' as const }, runs: [] } }),
  commands,
  events,
  decide: { 'attach-evidence': decideEvidence, 'record-qa': decideQa, 'record-qa-run': decideQa },
  evolve: {
    'evidence-attached': (record, { evidence: attached }) => ({ evidence: [...record.evidence, attached] }),
    'qa-baseline-recorded': ({ qa }, { baseline }) => ({ qa: { ...qa, baseline } }),
    'qa-run-recorded': ({ qa }, { run }) => ({ qa: { ...qa, runs: keepQaRuns([...qa.runs, run]) } }),
  },
  artifacts: (record) => [
    ...record.evidence.map(({ sha256 }) => sha256),
    ...(record.qa.baseline.status === 'recorded' ? artifactsOf(record.qa.baseline) : []),
    ...record.qa.runs.flatMap(artifactsOf),
  ],
  summary: {
    shape: { evidence: z.int().nonnegative() },
    of: (record) => ({ evidence: record.evidence.length }),
  },
  requests: {
    // What a run came to is found out; that it runs is asked.
    facts: { 'record-qa': ['taskFileSha', 'proof'], 'record-qa-run': ['log', 'results', 'proof', 'taskFileSha'] },
  },
});

function artifactsOf({
  log,
  proof,
}: {
  readonly log: string;
  readonly proof?: QaProof | undefined;
}): readonly string[] {
  return proof?.details === undefined || proof.details === null ? [log] : [log, proof.details];
}
