import type { ScopeDecision } from './parse-decision.ts';

/** A task for what was deferred, as text that the capture of a task reads. */
export interface DeferredTask {
  readonly id: string;
  /** A whole task file. */
  readonly yaml: string;
}

/** How long an id and a title may be. */
const MAX_ID = 128;
const MAX_TITLE = 100;

/**
 * One task file for each item that was deferred in a negotiation: who deferred it, why it exceeds the scope, and the item itself as its
 * acceptance criterion. Its status is `todo`; the same item named by several agents is one task.
 *
 * @example
 * ```ts
 * import { renderDeferredTasks } from '@batonkit/protocol';
 *
 * const [task] = renderDeferredTasks({
 *   taskId: 'TASK-1',
 *   area: 'backend',
 *   answers: { 'style-reviewer': { decision: 'DEFER', blocking: [], deferrable: ['rename the cache'], justification: 'it has its own callers' } },
 * });
 * task?.id; // => 'TASK-1-deferred-1'
 * task?.yaml.includes('title: "rename the cache"'); // => true
 * ```
 */
export function renderDeferredTasks(given: {
  readonly taskId: string;
  readonly area: string;
  readonly priority?: 'P0' | 'P1' | 'P2';
  readonly answers: Readonly<Record<string, ScopeDecision>>;
}): readonly DeferredTask[] {
  const { taskId, area, priority = 'P2', answers } = given;
  const items = new Map<string, { agents: string[]; reasons: string[] }>();
  for (const [agent, { deferrable, justification }] of Object.entries(answers)) {
    for (const item of deferrable) {
      const known = items.get(item) ?? { agents: [], reasons: [] };
      known.agents.push(agent);
      if (justification !== '') known.reasons.push(justification);
      items.set(item, known);
    }
  }
  return [...items].map(([item, { agents, reasons }], index) => {
    const suffix = `-deferred-${index + 1}`;
    const id = `${taskId.slice(0, MAX_ID - suffix.length)}${suffix}`;
    const why = reasons.length === 0 ? '' : ` Why it exceeds the scope: ${[...new Set(reasons)].join('; ')}`;
    const lines = [
      `id: ${quote(id)}`,
      `title: ${quote(titleOf(item))}`,
      'status: todo',
      `priority: ${priority}`,
      `area: ${quote(area)}`,
      `description: ${quote(`Deferred from ${taskId} by ${agents.join(', ')}: ${item}.${why}`)}`,
      'acceptance_criteria:',
      `  - ${quote(item)}`,
    ];
    return { id, yaml: `${lines.join('\n')}\n` };
  });
}

function titleOf(item: string): string {
  const characters = [...item];
  return characters.length > MAX_TITLE ? `${characters.slice(0, MAX_TITLE - 1).join('')}…` : item;
}

/** A JSON string is a YAML scalar too, but for the characters that YAML does not print. */
function quote(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
