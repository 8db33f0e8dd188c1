import { plainName, readMarkedDocument } from '../documents/marked-document.ts';
import { escapeBlock, normalizeBlock, readBlock } from '../documents/text-block.ts';
import type { BulletEntry } from './bullet-entry.ts';
import { formatPlanList, type PlanList, readPlanList, updatePlanItems } from './plan-items.ts';

/** What a step is at. */
export type StepStatus = 'todo' | 'doing' | 'done' | 'dropped';
/** What an approval is at. */
export type ApprovalStatus = 'open' | 'granted' | 'refused';

/** PLAN.md, read. */
export interface Plan {
  /** What stands above the first section, its title included. */
  readonly head: string;
  readonly goal: string;
  readonly steps: PlanList<StepStatus>;
  readonly approvals: PlanList<ApprovalStatus>;
  /** Sections of somebody's own, as they are. */
  readonly others: readonly string[];
}

const STEP_MARKS: Readonly<Record<StepStatus, string>> = { todo: ' ', doing: '~', done: 'x', dropped: '-' };
const APPROVAL_MARKS: Readonly<Record<ApprovalStatus, string>> = { open: ' ', granted: 'x', refused: '-' };
const NAMES: readonly { readonly part: 'goal' | 'steps' | 'approvals'; readonly pattern: RegExp }[] = [
  { part: 'goal', pattern: /^(?:\d+\.\s*)?goals?$/i },
  { part: 'steps', pattern: /^(?:\d+\.\s*)?steps$/i },
  { part: 'approvals', pattern: /^(?:\d+\.\s*)?(?:open )?approvals$/i },
];

/** Reads a plan. Every text is one: what is not known stays as it is. */
export function readPlan(text: string | null): Plan {
  const markdown = text ?? '';
  const { sections } = readMarkedDocument(markdown);
  const bodies = { goal: [] as string[], steps: [] as string[], approvals: [] as string[] };
  const others: string[] = [];
  for (const { name, start, bodyStart, end } of sections) {
    const part = NAMES.find(({ pattern }) => pattern.test(plainName(name)))?.part;
    if (part === undefined) others.push(normalizeBlock(markdown.slice(start, end)));
    else bodies[part].push(normalizeBlock(markdown.slice(bodyStart, end)));
  }
  const bodyOf = (part: keyof typeof bodies): string => bodies[part].filter((body) => body !== '').join('\n\n');
  return {
    head: normalizeBlock(markdown.slice(0, sections[0]?.start ?? markdown.length)),
    goal: bodyOf('goal'),
    steps: readPlanList(bodyOf('steps'), STEP_MARKS),
    approvals: readPlanList(bodyOf('approvals'), APPROVAL_MARKS),
    others,
  };
}

/** A plan in its one form: LF, goal, steps, approvals, then the sections of somebody's own. */
export function formatPlan({ head, goal, steps, approvals, others }: Plan): string {
  const section = (name: string, body: string): string[] => (body === '' ? [] : [`## ${name}\n\n${body}`]);
  const blocks = [
    head === '' ? '# Plan' : head,
    ...section('Goal', goal),
    ...section('Steps', formatPlanList(steps, STEP_MARKS)),
    ...section('Approvals', formatPlanList(approvals, APPROVAL_MARKS)),
    ...others,
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** A plan after what a log says about it. */
export function updatePlan(plan: Plan, entries: readonly BulletEntry[]): Plan {
  const goal = entries.findLast((entry) => entry.kind === 'goal')?.text;
  const steps = entries.flatMap((entry) => (entry.kind === 'step' ? [entry] : []));
  const approvals = entries.flatMap((entry) => (entry.kind === 'approval' ? [entry] : []));
  return {
    ...plan,
    goal: goal === undefined || readBlock(plan.goal) === goal ? plan.goal : escapeBlock(goal),
    steps: { ...plan.steps, items: updatePlanItems(plan.steps.items, steps, 'todo') },
    approvals: { ...plan.approvals, items: updatePlanItems(plan.approvals.items, approvals, 'open') },
  };
}
