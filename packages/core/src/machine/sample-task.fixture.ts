import fc from 'fast-check';
import type { CommandInput } from './core-machine.fixture.ts';
import type { DecideEnv } from './core-machine.fixture.ts';
import type { ImmutableSection } from '../record/envelope.ts';

/** A small but complete immutable section. */
export const sampleImmutable: ImmutableSection = {
  task_snapshot: {
    title: 'Fix the login form',
    priority: 'P1',
    area: 'backend',
    description: 'Signing in fails when the name holds a dot.\n',
    scope_in: ['src/login/**'],
    scope_out: ['src/billing/**'],
    acceptance_criteria: ['A name with a dot signs in'],
  },
  standards_citations: [
    {
      file: 'standards/backend.md',
      section: 'input-validation',
      requirement: 'Validate at the border.',
      line_span: 'L4-L9',
      content_sha: 'a1b2c3d4e5f60718',
    },
  ],
  validation_baseline: { commands: ['npm test'] },
  repo_paths: ['src/login/form.ts'],
  scope_patterns: ['src/login/**'],
};

/** The command that starts every sample. */
export const sampleInit: Extract<CommandInput, { type: 'init-context' }> = {
  type: 'init-context',
  taskId: 'TASK-1',
  immutable: sampleImmutable,
  git: { head: 'a'.repeat(40), branch: 'main', task_file_sha: 'b'.repeat(40) },
};

/** What a decision knows, unless a test says otherwise. */
export const sampleEnv: DecideEnv = {
  now: '2026-11-16T09:00:00.000Z',
  actor: 'ada',
  session: 'session-1',
  facts: { head: 'c'.repeat(40) },
};

const roles = fc.constantFrom('implementer', 'reviewer', 'validator', 'stranger', 'constructor');
const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });

const qaResult = fc.record({
  command: fc.constantFrom('npm test', 'npm run lint'),
  tool: fc.constantFrom('vitest', 'generic'),
  status: fc.constantFrom('passed', 'failed', 'cached', 'unknown'),
  counts: fc.constant({ passed: 1, failed: 0, skipped: 0, errors: 0, warnings: 0 }),
  failures: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
  failures_total: fc.nat(4),
  duration_ms: fc.option(fc.nat()),
});

/** Any command, sensible or not. */
export const anyCommand: fc.Arbitrary<CommandInput> = fc.oneof(
  fc.constant(sampleInit),
  fc.record({ type: fc.constant('start-turn' as const), role: roles }),
  fc.record({ type: fc.constant('hand-off' as const), role: roles }),
  fc.record({ type: fc.constant('block-role' as const), role: roles, finding: text }),
  fc.record(
    {
      type: fc.constant('update-coordination' as const),
      role: roles,
      status: fc.constantFrom('pending', 'in_progress', 'done', 'blocked'),
      qaLogPath: fc.option(text.filter((path) => !path.includes('\0'))),
      sessionId: fc.constantFrom(null, 'session-2', 'session-3'),
    },
    { requiredKeys: ['type', 'role'] },
  ),
  fc.record({
    type: fc.constant('attach-evidence' as const),
    evidenceType: fc.constantFrom('plan', 'log'),
    path: fc.constantFrom('a.md', 'b.md'),
    sha256: fc.constantFrom('1'.repeat(64), '2'.repeat(64)),
    bytes: fc.nat(),
  }),
  fc.record({
    type: fc.constant('record-qa' as const),
    role: roles,
    log: fc.constantFrom('3'.repeat(64), '4'.repeat(64)),
    results: fc.array(qaResult, { maxLength: 3 }),
    taskFileSha: fc.constantFrom('b'.repeat(40), 'd'.repeat(40), undefined),
  }),
  fc.record({
    type: fc.constant('rebuild-context' as const),
    immutable: fc.constantFrom(sampleImmutable, { ...sampleImmutable, repo_paths: ['src/login/other.ts'] }),
    manifestSha: fc.constantFrom(null, '5'.repeat(64)),
    taskFileSha: fc.constantFrom('b'.repeat(40), 'd'.repeat(40), undefined),
    evenInProgress: fc.constantFrom('the standards changed', undefined),
  }),
  { weight: 1, arbitrary: fc.constant<CommandInput>({ type: 'complete-task' }) },
  { weight: 1, arbitrary: fc.constant<CommandInput>({ type: 'purge-context' }) },
);
