import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_GUARD_POLICY } from '../policy/guard-policy.ts';
import { sha256Hex } from '@batonkit/core/text';
import { decideHook } from './decide-hook.ts';
import type { HookEvent, SessionSource } from './hook-event.ts';
import type { HookFacts, HookGuard } from './hook-facts.ts';
import { EMPTY_HOOK_MEMORY, formatHookMemory, type HookMemory, parseHookMemory } from './hook-memory.ts';
import type { HookProtocol, HookTask } from './hook-task.ts';
import { findMarks } from './session-context.ts';

const SESSION = { session: 's1', agent: null } as const;
const CORE = {
  text: '# Pinned core\n\n## Goal\n\nFind people.\n',
  sha256: sha256Hex('core'),
  source: 'docs/tracks/search',
};
const guard: HookGuard = {
  policy: { ...DEFAULT_GUARD_POLICY, writableRoots: ['.'] },
  facts: { root: '/work/repo' },
  worktrees: [{ names: ['wt-1', '/work/wt'], path: '/work/wt' }],
  names: ['/work/repo'],
};
const protocol = (given: Partial<HookProtocol> = {}): HookProtocol => ({
  state: 'IMPLEMENTATION',
  owner: 's1',
  worktree: null,
  agents: [{ name: 'updater', kind: 'updater', worktree: 'wt-1' }],
  pending: [],
  isPlanPresented: true,
  isPlanApproved: true,
  isShortPath: false,
  ...given,
});
const task = (given: Partial<HookTask> = {}): HookTask => ({
  id: 'TASK-1',
  title: 'Login',
  openTurns: [],
  drifted: [],
  protocol: null,
  ...given,
});
const facts = (given: Partial<HookFacts> = {}): HookFacts => ({ tasks: [], memory: EMPTY_HOOK_MEMORY, ...given });
const context = { approvals: ['TASK-1: the plan waits.'], core: CORE, tasks: [task()] };
const write = (path: string, agent: string | null = null): HookEvent => ({
  kind: 'before-tool',
  session: 's1',
  agent,
  uses: [{ tool: 'Write', input: { file_path: path } }],
});
const start = (source: SessionSource): HookEvent => ({ kind: 'session-start', ...SESSION, source });
const verdictOf = (event: HookEvent, given: Partial<HookFacts> = {}) =>
  decideHook(event, facts({ guard, ...given })).verdict;

describe('before a tool', () => {
  test('the guard judges', () => {
    expect(verdictOf(write('src/a.ts'))?.decision).toBe('allow');
    expect(verdictOf(write('/etc/passwd'))?.decision).toBe('deny');
  });

  test('without facts nothing may be used', () => {
    expect(decideHook(write('docs/a.md'), facts()).verdict?.decision).toBe('deny');
    expect(verdictOf({ kind: 'before-tool', ...SESSION, uses: [] })?.decision).toBe('deny');
  });

  test('the protocol of a task is heeded, and named', () => {
    const verdict = verdictOf(write('src/a.ts'), { tasks: [task({ protocol: protocol() })] });
    expect(verdict).toEqual({
      decision: 'deny',
      reason: expect.stringContaining('coordinator writes no sources') as string,
    });
    expect(verdict?.reason).toContain('TASK-1');
  });

  test.each([
    ['an agent, by its working tree', write('/work/wt/src/a.ts'), { ...guard, names: ['wt-1'] }, 'allow'],
    ['an agent, by its working tree, elsewhere', write('src/a.ts'), { ...guard, names: ['wt-1'] }, 'deny'],
    ['an agent, by the kind of subagent', write('/work/wt/src/a.ts', 'updater'), guard, 'allow'],
    ['another subagent', write('/work/wt/src/a.ts', 'painter'), guard, 'deny'],
    ['an agent whose tree is not there', write('/work/wt/src/a.ts', 'updater'), { ...guard, worktrees: [] }, 'deny'],
  ] as const)('%s', (_name, event, given, decision) => {
    expect(verdictOf(event, { guard: given, tasks: [task({ protocol: protocol() })] })?.decision).toBe(decision);
  });

  test('nothing is implemented while something waits for approval', () => {
    const pending = [{ checkpoint: 'plan', isPresented: true }] as const;
    const waiting = [task({ protocol: protocol({ state: 'SYNTHESIS', pending, isPlanApproved: false }) })];
    expect(verdictOf(write('src/a.ts'), { tasks: waiting })?.reason).toContain('checkpoint waits');
    expect(verdictOf(write('docs/plan.md'), { tasks: waiting })?.decision).toBe('allow');
  });

  const judged = (given: Partial<HookProtocol>, path = 'src/a.ts', agent: string | null = null, over = guard) =>
    verdictOf(write(path, agent), { guard: over, tasks: [task({ protocol: protocol(given) })] })?.decision;

  test.each(['INIT', 'CLASSIFIED', 'REQUIREMENTS', 'SYNTHESIS'] as const)(
    'in %s no sources are written before the plan is approved',
    (state) => {
      const open = { state, isPlanPresented: false, isPlanApproved: false };
      expect(judged(open)).toBe('deny');
      expect(judged(open, '/work/wt/src/a.ts', 'updater')).toBe('deny');
      expect(judged(open, 'docs/plan.md')).toBe('allow');
      expect(judged(open, '/work/wt/docs/requirements.md', 'updater')).toBe('allow');
    },
  );

  test('on a short path the work is done in SYNTHESIS, behind the approval', () => {
    expect(judged({ state: 'SYNTHESIS', isShortPath: true })).toBe('allow');
    expect(judged({ state: 'SYNTHESIS', isShortPath: false })).toBe('deny');
    expect(judged({ state: 'REVIEW' })).toBe('deny');
  });

  test('a reviewer writes no sources, whatever it is known by; an agent without a tree writes nowhere', () => {
    const reviewer = { name: 'reviewer', kind: 'reviewer', worktree: 'wt-1' } as const;
    const inTree = { ...guard, names: ['wt-1'] };
    for (const state of ['IMPLEMENTATION', 'VALIDATION'] as const) {
      expect(judged({ state, agents: [reviewer] }, '/work/wt/src/a.ts', 'reviewer')).toBe('deny');
      expect(judged({ state, agents: [reviewer] }, '/work/wt/src/a.ts', null, inTree)).toBe('deny');
    }
    const homeless = [{ name: 'updater', kind: 'updater', worktree: null }] as const;
    expect(judged({ agents: homeless }, 'docs/a.md', 'updater')).toBe('deny');
    expect(judged({ agents: homeless }, 'docs/a.md')).toBe('allow');
  });

  test('in a tree that agents share, the updater writes; a tree of another agent inside it is not its own', () => {
    const shared = (['reviewer', 'updater'] as const).map((kind) => ({ name: kind, kind, worktree: 'wt-1' }));
    const inner = { names: ['wt-2'], path: '/work/wt/inner' };
    const inTree = { ...guard, names: ['wt-1'], worktrees: [...guard.worktrees, inner] };
    expect(judged({ agents: shared }, '/work/wt/src/a.ts', null, inTree)).toBe('allow');
    expect(judged({ agents: shared }, '/work/wt/src/a.ts', 'reviewer', inTree)).toBe('deny');
    const agents = [...shared, { name: 'other-updater', kind: 'updater', worktree: 'wt-2' } as const];
    expect(judged({ agents }, '/work/wt/inner/a.ts', 'updater', inTree)).toBe('deny');
  });

  test('of several tasks and several files the strictest answer counts', () => {
    const tasks = [task({ protocol: protocol({ state: 'VALIDATION' }) }), task({ id: 'TASK-2', protocol: protocol() })];
    expect(verdictOf(write('src/a.ts'), { tasks })?.reason).toContain('TASK-2');
    const both = {
      kind: 'before-tool',
      ...SESSION,
      uses: ['src/a.ts', '.git/config'].map((path) => ({ tool: 'Edit', input: { file_path: path } })),
    } as const;
    expect(verdictOf(both)?.reason).toContain('.git/config');
  });
});

describe('the start of a session', () => {
  const contextAt = (source: SessionSource, given: Partial<HookFacts> = {}) =>
    decideHook(start(source), facts({ context, ...given })).context ?? '';
  const all = findMarks(contextAt('startup'));

  test.each(['startup', 'clear'] as const)('%s: everything, whatever was there before', (source) => {
    const text = contextAt(source, { survived: all, memory: { ...EMPTY_HOOK_MEMORY, survived: all } });
    expect(text).toContain('Find people.');
    expect(text).toContain('the plan waits');
    expect(text).toContain('TASK-1 (Login)');
    expect(all).toHaveLength(2);
  });

  test.each(['compact', 'resume', 'fork'] as const)('%s: what survived is not told again, approvals are', (source) => {
    const text = contextAt(source, { survived: all });
    expect(text).toContain('the plan waits');
    expect(text).not.toContain('Find people.');
    expect(findMarks(text)).toEqual([]);
    expect(contextAt(source, { memory: { ...EMPTY_HOOK_MEMORY, survived: all } })).toBe(text);
  });

  test.each(['compact', 'resume', 'fork'] as const)(
    '%s: the pinned core is back when its hash is gone, or nobody knows',
    (source) => {
      for (const survived of [null, [], all.filter((hash) => hash !== CORE.sha256), [sha256Hex('an older core')]])
        expect(contextAt(source, { survived })).toContain('Find people.');
    },
  );

  test('with nothing to say nothing is said', () => {
    expect(
      decideHook(start('startup'), facts({ context: { approvals: [], core: null, tasks: [] } })).context,
    ).toBeNull();
  });

  test('a long core is cut, with a pointer and its hash, and approvals never are', () => {
    const long = { ...CORE, text: `# Pinned core\n\n${'A decision of some length.\n'.repeat(2000)}` };
    const text = decideHook(start('startup'), facts({ context: { ...context, core: long } })).context ?? '';
    expect(text.length).toBeLessThan(10_000);
    expect(text).toContain('the rest is in docs/tracks/search');
    expect(findMarks(text)).toContain(CORE.sha256);
    expect(text).toContain('the plan waits');
  });

  test('law: approvals are always told; a part is told exactly when its hash did not survive', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<SessionSource>('compact', 'resume', 'fork'),
        fc.array(
          fc.string({ minLength: 1 }).filter((line) => !line.includes('\n')),
          { maxLength: 3 },
        ),
        fc.subarray([...all]),
        fc.subarray([...all]),
        (source, approvals, inTranscript, inSummary) => {
          const memory = { ...EMPTY_HOOK_MEMORY, survived: inSummary };
          const text =
            decideHook(start(source), facts({ context: { ...context, approvals }, survived: inTranscript, memory }))
              .context ?? '';
          for (const line of approvals) expect(text).toContain(`- ${line}`);
          const survived = new Set([...inTranscript, ...inSummary]);
          expect(new Set(findMarks(text))).toEqual(new Set(all.filter((hash) => !survived.has(hash))));
        },
      ),
    );
  });
});

describe('around a compaction', () => {
  const before = (trigger: 'manual' | 'auto', canRefuse = true): HookEvent => ({
    kind: 'before-compaction',
    ...SESSION,
    trigger,
    canRefuse,
  });

  test('it is remembered, and what it left', () => {
    const first = decideHook(before('auto'), facts());
    expect(first.memory.isCompacted).toBe(true);
    const summary = `We did things. [batonkit core sha256:${CORE.sha256}]`;
    const after = decideHook({ kind: 'after-compaction', ...SESSION, summary }, facts({ memory: first.memory }));
    expect(after.memory).toEqual({ isCompacted: true, survived: [CORE.sha256], told: null });
    const started = decideHook(start('compact'), facts({ memory: after.memory, context }));
    expect(started.context).not.toContain('Find people.');
    expect(started.memory).toEqual(EMPTY_HOOK_MEMORY);
  });

  test('a summary that comes after the start changes nothing', () => {
    const late = decideHook({ kind: 'after-compaction', ...SESSION, summary: 'x' }, facts());
    expect(late.memory).toBe(EMPTY_HOOK_MEMORY);
  });

  test('work logs that break their form refuse what a person asked for, and only that', () => {
    const compactionProblems = ['work_log.md line 3: a decision needs a reason.'];
    expect(decideHook(before('manual'), facts({ compactionProblems })).refusal).toContain('line 3');
    for (const event of [before('auto'), before('manual', false)]) {
      const told = decideHook(event, facts({ compactionProblems }));
      expect(told.refusal).toBeNull();
      expect(told.notice).toContain('line 3');
      expect(told.memory.isCompacted).toBe(true);
    }
  });

  const compacted: HookMemory = { ...EMPTY_HOOK_MEMORY, isCompacted: true };
  test.each<HookEvent>([
    { kind: 'prompt-submitted', ...SESSION, takesContext: true },
    { kind: 'after-tool', ...SESSION, tool: 'Bash', detail: 'ls', takesContext: true },
  ])('without a start after it, $kind makes up for it, once', (event) => {
    const first = decideHook(event, facts({ memory: compacted, context }));
    expect(first.context).toContain('Find people.');
    expect(decideHook(event, facts({ memory: first.memory, context })).context).toBeNull();
    expect(
      decideHook({ ...event, takesContext: false } as HookEvent, facts({ memory: compacted, context })).context,
    ).toBeNull();
    expect(decideHook(event, facts({ context })).context).toBeNull();
  });
});

test('after a tool one line is logged', () => {
  const event = { kind: 'after-tool', ...SESSION, tool: 'Bash', detail: 'ls', takesContext: false } as const;
  expect(decideHook(event, facts())).toEqual({
    verdict: null,
    refusal: null,
    context: null,
    notice: null,
    log: { tool: 'Bash', detail: 'ls' },
    memory: EMPTY_HOOK_MEMORY,
  });
});

describe('at a stop', () => {
  const pending = [{ checkpoint: 'change', isPresented: true }] as const;
  const busy = task({
    openTurns: [
      { role: 'implementer', session: null },
      { role: 'reviewer', session: 'another' },
    ],
    protocol: protocol({ pending }),
  });

  test('an open turn of this session and what waits are told, once, and again when they change', () => {
    const first = decideHook({ kind: 'stop', ...SESSION }, facts({ tasks: [busy] }));
    expect(first.notice).toContain('the turn of implementer is still open');
    expect(first.notice).toContain('the change was presented');
    expect(first.notice).not.toContain('reviewer');
    const again = decideHook({ kind: 'stop', ...SESSION }, facts({ tasks: [busy], memory: first.memory }));
    expect(again.notice).toBeNull();
    const changed = { ...busy, openTurns: [] };
    expect(
      decideHook({ kind: 'stop', ...SESSION }, facts({ tasks: [changed], memory: again.memory })).notice,
    ).not.toBeNull();
    const idle = decideHook({ kind: 'stop', ...SESSION }, facts({ tasks: [], memory: again.memory }));
    expect(idle.notice).toBeNull();
    expect(decideHook({ kind: 'stop', ...SESSION }, facts({ tasks: [busy], memory: idle.memory })).notice).toBe(
      first.notice,
    );
  });

  test('a subagent hears of its own turn only', () => {
    const told = (agent: string) =>
      decideHook({ kind: 'subagent-stop', session: 's1', agent }, facts({ tasks: [busy] })).notice;
    expect(told('reviewer')).toContain('the turn of reviewer is still open');
    expect(told('painter')).toBeNull();
  });
});

test('a memory survives its file, and anything else is an empty one', () => {
  const memory = { isCompacted: true, survived: [sha256Hex('a')], told: sha256Hex('b') };
  expect(parseHookMemory(formatHookMemory(memory))).toEqual(memory);
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string(), fc.constant(null)), (text) => {
      const read = parseHookMemory(text);
      expect(parseHookMemory(formatHookMemory(read))).toEqual(read);
    }),
  );
  expect(parseHookMemory('{"isCompacted":1,"survived":["x"],"told":7}')).toEqual({
    isCompacted: false,
    survived: [],
    told: null,
  });
});
