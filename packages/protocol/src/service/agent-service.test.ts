import { createGitWorktree } from '@batonkit/git-adapter';
import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { afterEach, describe, expect, test } from 'vitest';
import { createBaton } from 'batonkit';
import { createRepository, type Repository } from '../../../core/src/deltas/git-repository.fixture.ts';
import { sampleImmutable } from '../../../core/src/machine/sample-task.fixture.ts';
import { orThrow } from '@batonkit/core';
import { parseScopeDecision } from '../documents/parse-decision.ts';
import { attestedIn, REVIEWER, UPDATER } from '../slice/protocol-run.fixture.ts';
import type { SendableCommand, TaskProtocol } from './task-protocol.ts';

const ID = 'TASK-1';
const OTHER = 'quality-reviewer';
const owner = { actor: 'ada', session: 'run-1' };
const plan = `# Plan\n## Task Objective\n## Scope Definition\n## Stakeholder Agent Reports\n## Implementation Plans\n### ${UPDATER}\n`;
const report = 'A report that says what was looked at, what was found, and what has to be done about it. '.repeat(2);

let repository: Repository | null = null;
afterEach(() => {
  repository?.remove();
  repository = null;
});

/** A task in a real repository, whose agents are about to begin their work. */
async function open() {
  const made = createRepository({ 'src/a.ts': 'old\n', 'src/b.ts': 'old\n' });
  repository = made;
  const worktree = createGitWorktree({ directory: made.directory });
  const tasks = createMemoryTaskStore();
  const baton = createBaton({ tasks, worktree, policy: { qaEvidence: 'claimed' } });
  const { protocol, contexts } = baton;
  const send = (command: SendableCommand) => protocol.send(ID, { ...owner, command });
  const goOn = async () => {
    const state = (await orThrow(protocol.status(ID, owner))).state ?? '';
    for (const condition of attestedIn(state)) await orThrow(send({ type: 'attest', condition, note: 'So it is.' }));
    await orThrow(protocol.checkCompliance(ID, owner));
    await orThrow(send({ type: 'advance' }));
  };
  const git = { head: made.git('rev-parse', 'HEAD'), task_file_sha: null };
  await orThrow(contexts.init(ID, { actor: 'ada', immutable: sampleImmutable, git }));
  await orThrow(protocol.claim(ID, owner));
  await goOn();
  await orThrow(send({ type: 'classify-task', level: 'HIGH', variant: 'FULL', change_kind: 'code', reasons: [] }));
  const names = [REVIEWER, OTHER, UPDATER];
  await orThrow(send({ type: 'select-agents', agents: names.map((name) => ({ name })) }));
  for (const agent of names) await orThrow(send({ type: 'record-worktree', agent, worktree: `/agents/${agent}` }));
  await orThrow(protocol.recordPlan(ID, { ...owner, content: plan }));
  await goOn();
  for (const agent of [REVIEWER, OTHER]) {
    await orThrow(send({ type: 'invoke-agent', agent }));
    await orThrow(protocol.completeAgent(ID, { ...owner, agent, report }));
  }
  await goOn();
  await orThrow(protocol.present(ID, { ...owner, checkpoint: 'plan' }));
  await orThrow(protocol.approve(ID, { actor: 'grace', checkpoint: 'plan', by: 'grace' }));
  await goOn();
  await orThrow(send({ type: 'invoke-agent', agent: UPDATER }));
  const qa = () => contexts.recordQa(ID, { ...owner, role: UPDATER, log: 'ok', command: 'npm test', exitCode: 0 });
  /** What the updater would bring to the task branch. */
  const merge = async (message: string, onto: string | null) => {
    await orThrow(qa());
    made.git('commit', '--quiet', '--all', '--allow-empty', '--message', message);
    const commit = made.git('rev-parse', 'HEAD');
    const merged = await orThrow(send({ type: 'merge-agent', agent: UPDATER, commit, onto }));
    await orThrow(qa());
    return { commit, agents: merged.record.protocol!.agents };
  };
  const review = async (agent: string, answer: string) => {
    await orThrow(send({ type: 'invoke-agent', agent }));
    return protocol.review(ID, { ...owner, agent, answer });
  };
  return { made, tasks, protocol, send, goOn, merge, review };
}

/** What comes with a document comes through its own method, which sees the document. */
async function refuseDocuments(protocol: TaskProtocol): Promise<void> {
  const documents = [
    { type: 'complete-agent', agent: UPDATER, report: { sha: '2'.repeat(64), bytes: 400 } },
    { type: 'record-decision', agent: REVIEWER, verdict: 'APPROVED', answer: { sha: '2'.repeat(64), bytes: 400 } },
    { type: 'classify-scope', agent: REVIEWER },
  ];
  for (const command of documents) {
    const refused = await protocol.send(ID, { ...owner, command: command as never });
    expect(refused._unsafeUnwrapErr().code).toBe('InvalidInput');
  }
}

describe('rounds in a real repository', () => {
  test('a merge voids the approval of what it changed, and names who must look again; an empty one voids nothing', async () => {
    const { made, protocol, send, goOn, merge, review } = await open();
    await refuseDocuments(protocol);
    made.write('src/a.ts', 'new\n');
    const first = await merge('[architecture-updater] a', null);
    await orThrow(review(REVIEWER, 'FINAL DECISION: ✅ APPROVED - clean'));
    const malformed = await review(OTHER, 'FINAL DECISION: APPROVED - a\n\nFINAL DECISION: REJECTED - b');
    expect(malformed._unsafeUnwrapErr().code).toBe('MalformedDecision');
    await orThrow(review(OTHER, `**FINAL DECISION: REJECTED** - ${'tests are missing, '.repeat(300)}`));
    // A long reason is cut between characters, never within one.
    for (const lead of ['No: ', 'Bad: '])
      await orThrow(review(OTHER, `FINAL DECISION: REJECTED - ${lead}${'😀'.repeat(3000)}`));
    const status = await orThrow(protocol.status(ID, owner));
    const rejected = status.record!.protocol!.agents[OTHER]!;
    expect(rejected).toMatchObject({ status: 'waiting', last_review_sha: first.commit });
    expect(rejected.feedback!.length).toBeLessThan(500);
    expect(rejected.decision!.answer!.bytes).toBeGreaterThan(5000);

    const empty = await merge('nothing', first.commit);
    expect(empty.agents[REVIEWER]!.decision?.verdict).toBe('APPROVED');

    made.write('src/b.ts', 'new\n');
    const stale = await send({ type: 'merge-agent', agent: UPDATER, commit: first.commit, onto: first.commit });
    expect(stale._unsafeUnwrapErr().data).toMatchObject({
      unmet: [{ condition: 'rebased' }, { condition: 'qa-before-merge' }, { condition: 'merged-head' }],
    });
    const second = await merge('[architecture-updater] b', empty.commit);
    expect(second.agents[REVIEWER]).toMatchObject({ status: 'waiting', decision: null });
    expect((await orThrow(protocol.status(ID, owner))).agents).toMatchObject({
      decision: 'invoke-all',
      lookAgain: [REVIEWER],
    });

    await orThrow(protocol.completeAgent(ID, { ...owner, agent: UPDATER, report }));
    for (const agent of [REVIEWER, OTHER]) await orThrow(review(agent, 'FINAL DECISION: APPROVED - clean'));
    expect((await orThrow(protocol.status(ID, owner))).agents.decision).toBe('all-done');
    await goOn();
    expect((await orThrow(protocol.status(ID, owner))).state).toBe('VALIDATION');
  }, 60_000);

  test('what was rejected is negotiated: deferred by those who rejected, and kept with their answers', async () => {
    const { made, tasks, protocol, send, goOn, merge, review } = await open();
    made.write('src/a.ts', 'new\n');
    await merge('[architecture-updater] a', null);
    await orThrow(protocol.completeAgent(ID, { ...owner, agent: UPDATER, report }));
    for (const agent of [REVIEWER, OTHER]) await orThrow(review(agent, 'FINAL DECISION: APPROVED - clean'));
    await goOn();
    const commit = made.git('rev-parse', 'HEAD');
    await orThrow(send({ type: 'record-activity', activity: 'commit', agent: UPDATER, commit }));
    await goOn();
    for (const agent of [REVIEWER, OTHER]) await orThrow(review(agent, 'FINAL DECISION: REJECTED - no cache'));
    const next = async () =>
      (await orThrow(protocol.next(ID, owner))).map(({ action, condition }) => `${action} ${condition}`);
    expect(await next()).toContain('estimate-effort review-unanimous');
    await orThrow(send({ type: 'estimate-effort', effort: 9, scope: 4, note: 'Days.' }));
    expect(await next()).toContain('return scope-exceeded');
    await orThrow(send({ type: 'return', because: 'scope-exceeded', note: 'A cache is another task.' }));
    const answer = `BLOCKING ISSUES: none\nDEFERRABLE ISSUES:\n- add a cache\nPERSISTENCE JUSTIFICATION: it has its own design\nSCOPE_DECISION: DEFER\n`;
    expect((await orThrow(protocol.status(ID, owner))).agents).toMatchObject({ decision: 'invoke-all' });
    for (const agent of [REVIEWER, OTHER]) {
      await orThrow(send({ type: 'invoke-agent', agent }));
      expect((await protocol.classifyScope(ID, { ...owner, agent, answer: 'later' }))._unsafeUnwrapErr().code).toBe(
        'MalformedDecision',
      );
      await orThrow(protocol.classifyScope(ID, { ...owner, agent, answer }));
    }
    expect(await next()).toContain('return scope-deferred');
    const done = await orThrow(send({ type: 'return', because: 'scope-deferred', note: 'Later.' }));
    expect(done.record.protocol!.state).toBe('AWAITING_USER_APPROVAL');
    const kept = done.record.protocol!.agents[OTHER]!.scope_decision!.answer;
    const text = new TextDecoder().decode(await orThrow(tasks.getArtifact(ID, kept.sha)));
    expect(parseScopeDecision(text)._unsafeUnwrap().deferrable).toEqual(['add a cache']);
  }, 60_000);
});
