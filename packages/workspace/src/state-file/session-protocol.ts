/** How an agent behaves while it works on a task. */
export const AGENT_RULES = `## Rules

DO NOT suggest changes. IMPLEMENT them.
DO NOT add features beyond the acceptance criteria.
DO NOT create abstractions for single-use code.
DO NOT assume what a file holds. Read it first.

DO check off a criterion only after testing it.
DO update the progress log before the session ends.
DO keep solutions simple and direct.
`;

/**
 * What an agent is told at the start of every session: orientation, implementation, hand-off, for the state file at `path`.
 *
 * @example
 * ```ts
 * import { formatSessionProtocol } from '@batonkit/workspace/state-file';
 *
 * formatSessionProtocol('docs/task-states/task-7-state.md').includes('1. Read docs/task-states/task-7-state.md completely'); // => true
 * ```
 */
export function formatSessionProtocol(path: string): string {
  return `## Session Protocol

### Phase 1: Orientation
1. Read ${path} completely
2. Run \`git status\` to see the state of the working tree
3. Review the acceptance criteria and find the unchecked ones; after the first session, read what the last one left under Next

### Phase 2: Implementation
4. Pick ONE unchecked criterion to work on
5. Read the relevant source files first
6. Implement directly (do not just suggest)
7. Write tests that show it works

### Phase 3: Handoff
8. Check off the criteria that are done with [x]
9. Append to the Progress Log: what you did, any issues, the next steps
10. When all criteria are checked, write the Chain Output
`;
}
