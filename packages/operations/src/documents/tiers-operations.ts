import * as z from 'zod';
import { defineOperation } from '../operation/operation.ts';
import { guardOf, optionsOf, tiersOf, toWarnings, warnings } from '../operation/operation-fields.ts';

const selection = { track: z.string().optional(), session: z.string().optional() };
const TierFiles = z.array(z.object({ path: z.string(), tier: z.string(), tokens: z.number(), text: z.string() }));

/** The context of agents in tiers, and the guard of their tools. */
export const TIERS_OPERATIONS = [
  defineOperation({
    name: 'tiers load',
    summary: 'The context of an agent, in load order.',
    input: z.strictObject({ ...selection, maxTokens: z.int().positive().optional() }),
    output: z.object({
      track: z.string().nullable(),
      tokens: z.number(),
      compactionDue: z.boolean(),
      files: TierFiles,
      omitted: z.array(z.string()),
      warnings,
    }),
    // It finishes a compaction that was cut off, so it may write.
    hints: { idempotent: true },
    shell: { examples: ['tiers load', 'tiers load --session s1 --max-tokens 8000'] },
    run: (kit, options) =>
      tiersOf(kit)
        .andThen((tiers) => tiers.load(options))
        .map(({ track, tokens, compactionDue, files, omitted, warnings: found }) => ({
          track,
          tokens,
          compactionDue,
          files: files.map(toFile),
          omitted: omitted.map(({ path }) => path),
          warnings: toWarnings(found),
        })),
  }),
  defineOperation({
    name: 'tiers compact',
    summary: 'Move decisions, steps and risks from work logs into the track.',
    input: z.strictObject({ ...selection, threshold: z.int().positive().optional() }),
    output: z.object({
      track: z.string(),
      compacted: z.boolean(),
      entries: z.number(),
      outputs: z.array(z.string()),
      warnings,
    }),
    hints: { idempotent: true },
    shell: { examples: ['tiers compact', 'tiers compact --threshold 8000'] },
    run: (kit, options) =>
      tiersOf(kit)
        .andThen((tiers) => tiers.compact({ ...writeOptions(kit), ...options }))
        .map(({ track, compacted, entries, outputs, warnings: found }) => ({
          track,
          compacted,
          entries,
          outputs: outputs.map(({ path }) => path),
          warnings: toWarnings(found),
        })),
  }),
  defineOperation({
    name: 'tiers checkpoint',
    summary: 'Compact and write a checkpoint of the track.',
    input: z.strictObject({ ...selection, compact: z.boolean().optional() }),
    output: z.object({ track: z.string(), path: z.string(), files: z.number() }),
    hints: { idempotent: true },
    shell: { negated: ['compact'], examples: ['tiers checkpoint', 'tiers checkpoint --no-compact'] },
    run: (kit, options) =>
      tiersOf(kit)
        .andThen((tiers) => tiers.checkpoint({ ...writeOptions(kit), ...options }))
        .map(({ track, path, checkpoint }) => ({ track, path, files: checkpoint.files.length })),
  }),
  defineOperation({
    name: 'tiers recover',
    summary: 'What a new session starts from.',
    input: z.strictObject(selection),
    output: z.object({
      track: z.string(),
      goal: z.string(),
      nextStep: z.string().nullable(),
      replay: z.string(),
      changed: z.array(z.string()),
      tokens: z.number(),
      files: TierFiles,
    }),
    hints: { idempotent: true },
    shell: { examples: ['tiers recover', 'tiers recover --track search'] },
    run: (kit, options) =>
      tiersOf(kit)
        .andThen((tiers) => tiers.recover(options))
        .map(({ track, state, replay, changed, tokens, files }) => ({
          track,
          goal: state.goal,
          nextStep: state.nextStep,
          replay: replay.verdict,
          changed: changed.map(({ path }) => path),
          tokens,
          files: files.map(toFile),
        })),
  }),
  defineOperation({
    name: 'tiers guard',
    summary: 'Judge a tool call before it happens.',
    input: z.strictObject({ tool: z.string(), input: z.record(z.string(), z.unknown()) }),
    output: z.object({ decision: z.string(), reason: z.string(), writes: z.array(z.string()) }),
    hints: { idempotent: true },
    shell: { positional: ['tool', 'input'], examples: ['tiers guard Write file_path=docs/plan.md'] },
    run: (kit, toolUse) =>
      guardOf(kit)
        .andThen((guard) => guard.check(toolUse, { root: kit.root ?? NOWHERE }))
        .map(({ decision, reason, writes }) => ({ decision, reason, writes: [...writes] })),
  }),
] as const;

/** A root that no real path is below, for files that are nowhere on this host. */
const NOWHERE = '/.batonkit-workspace';

function toFile(file: { path: string; tier: string; tokens: number; text: string }): z.infer<typeof TierFiles>[number] {
  const { path, tier, tokens, text } = file;
  return { path, tier, tokens, text };
}

function writeOptions(kit: Parameters<typeof optionsOf>[0]): { actor: string } {
  const { session, ...options } = optionsOf(kit);
  return options;
}
