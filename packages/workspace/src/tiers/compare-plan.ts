import { sha256Hex } from '@batonkit/core/text';
import type { Plan } from './plan-file.ts';
import type { TrackCheckpoint } from './track-checkpoint.ts';

/** Whether the plan that was restored is the one of the checkpoint. */
export interface PlanReplay {
  readonly verdict: 'equal' | 'differs' | 'no-checkpoint';
  readonly expected: string | null;
  readonly found: string | null;
  /** What differs, for a person. */
  readonly differences: readonly string[];
}

/** Compares the plan that was restored with the checkpoint, by its SHA-256; when it differs, item by item. */
export function comparePlan(
  checkpoint: TrackCheckpoint | null,
  now: { readonly plan: Plan; readonly sha: string | null; readonly decisions: string },
): PlanReplay {
  if (checkpoint === null) return { verdict: 'no-checkpoint', expected: null, found: now.sha, differences: [] };
  const { plan, decisions } = checkpoint;
  const rewritten =
    decisions.sha256 !== null && sha256Hex(now.decisions.slice(0, decisions.length)) !== decisions.sha256
      ? ['DECISIONS.md no longer starts with what it held at the checkpoint, though it is only ever added to.']
      : [];
  const differences = [...(plan.sha256 === now.sha ? [] : describe(plan, now)), ...rewritten];
  return {
    verdict: differences.length === 0 ? 'equal' : 'differs',
    expected: plan.sha256,
    found: now.sha,
    differences,
  };
}

function describe(
  before: TrackCheckpoint['plan'],
  { plan, sha }: { readonly plan: Plan; readonly sha: string | null },
): string[] {
  if (sha === null) return ['PLAN.md is gone.'];
  if (before.sha256 === null) return ['PLAN.md did not exist at the checkpoint.'];
  const found = [
    ...(before.goal === plan.goal ? [] : ['The goal is another one.']),
    ...compareItems('Step', before.steps, plan.steps.items),
    ...compareItems('Approval', before.approvals, plan.approvals.items),
  ];
  return found.length > 0 ? found : ['The text of PLAN.md differs, but not its goal, steps or approvals.'];
}

type Item = { readonly text: string; readonly status: string };

function compareItems(what: string, before: readonly Item[], now: readonly Item[]): string[] {
  const statuses = new Map(now.map(({ text, status }) => [text, status]));
  const known = new Set(before.map(({ text }) => text));
  const name = (text: string): string => `${what} "${text.slice(0, 100)}"`;
  const found = [
    ...before.flatMap(({ text, status }) => {
      const current = statuses.get(text);
      if (current === undefined) return [`${name(text)} is gone.`];
      return current === status ? [] : [`${name(text)} was ${status} and is ${current}.`];
    }),
    ...now.filter(({ text }) => !known.has(text)).map(({ text }) => `${name(text)} is new.`),
  ];
  const order = (items: readonly Item[]): string => JSON.stringify(items.map(({ text }) => text));
  return found.length === 0 && order(before) !== order(now)
    ? [`The order of the ${what.toLowerCase()}s is another one.`]
    : found;
}
