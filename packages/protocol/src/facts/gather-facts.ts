import {
  type AuditBroken,
  type AuditEntry,
  type Clock,
  type Elsewhere,
  err,
  type Failure,
  type GitFailure,
  type GitWorktree,
  ok,
  type QaGrade,
  type ReadTaskError,
  reject,
  type Rejection,
  type Result,
  type ResultAsync,
  type StoreError,
  type TaskStore,
  MAIN_LOCK_TASK,
} from '@batonkit/core';
import {
  contentOf,
  findCompleted,
  type Gathered,
  listContexts,
  readAuditTrail,
  ownTree,
  readTask,
  type Room,
} from '@batonkit/core/internal';
import type { ProtocolRecord, TaskEvent } from '../section/protocol-record.ts';
import { findUncovered } from './content-coverage.ts';
import { lookAtContent, type ContentLook } from './look-at-content.ts';
import { lookAtMain } from './look-at-main.ts';
import { coveredContents, protocolDocuments } from '../section/protocol-artifacts.ts';
import type { ProtocolCommand, ProtocolCommandInput } from '../section/protocol-command.ts';
import type { ProtocolFacts } from '../section/protocol-facts.ts';
import { readContent } from './read-content.ts';
import type { ProtocolAgent, QaEvidence } from '../section/agent-section.ts';
import { homeOf } from '../section/home-of.ts';
import { UNKNOWN_FACTS } from '../section/unknown-facts.ts';
import { newProtocolSection } from '../section/new-protocol-section.ts';
import type { ProtocolSection } from '../section/protocol-section.ts';
import type { RiskRules } from '../risk/risk-rules.ts';

/** What facts are gathered through. */
export interface FactPorts extends Room<ProtocolRecord> {
  readonly worktree: GitWorktree | null;
  readonly clock: Clock;
  /** The repository's own risk rules. Defaults to the built-in ones. */
  readonly riskRules?: RiskRulesSource | undefined;
  /** Whether git's index and flags are believed also where a change is approved or lands. Defaults to false. */
  readonly trustIndex?: boolean | undefined;
  /** What QA runs have to be. Defaults to `executed`. */
  readonly qaEvidence?: QaGrade | undefined;
}

/** Where the risk rules of a repository come from. */
export interface RiskRulesSource {
  /** Reads the rules; `undefined` stands for the built-in ones. */
  readonly read: () => PromiseLike<Result<Partial<RiskRules> | undefined, Failure>>;
  /** Repository paths of the files that decide which rules apply. A task that changes one of them is HIGH. */
  readonly files?: readonly string[];
}

/** Why facts could not be gathered. */
export type FactError = ReadTaskError | AuditBroken | GitFailure | Elsewhere | Rejection<'Rejected'>;

/** Which part of the world a command depends on; what is not listed needs no look at all. */
const NEEDS: Partial<Record<ProtocolCommand['type'], 'ownership' | 'content'>> = {
  'claim-task': 'ownership',
  'take-over-task': 'ownership',
  'record-decision': 'content',
  'merge-agent': 'content',
  'estimate-effort': 'content',
  'classify-scope': 'content',
  attest: 'content',
  'record-merge': 'content',
  'land-task': 'content',
  'present-checkpoint': 'content',
  'approve-checkpoint': 'content',
  'request-changes': 'content',
  'check-compliance': 'content',
  advance: 'content',
  return: 'content',
};

/** The commands that record something about the content, so that its list of files has to be stored. */
const NAMES_CONTENT: readonly ProtocolCommand['type'][] = [
  'record-decision',
  'estimate-effort',
  'classify-scope',
  'attest',
  'record-merge',
  'land-task',
  'present-checkpoint',
];

/** Looks up what a command depends on, for the record as it is now. */
export async function gatherFor(
  ports: FactPorts,
  record: ProtocolRecord | null,
  command: ProtocolCommandInput,
  session: string | null,
): Promise<Result<Gathered, FactError>> {
  const needs = isKnown(command) ? NEEDS[command.type] : undefined;
  if (record === null || needs === undefined) return ok({ facts: {}, artifacts: [] });
  if (needs === 'content') {
    const from = command.type === 'land-task' && command.from !== command.commit ? command.from : undefined;
    const gathered = await gatherFacts({ ...ports, paranoid: isLastLook(command, ports) }, record, session, from);
    if (gathered.isErr()) return err(gathered.error);
    const { artifacts } = gathered.value;
    const agent = command.type === 'merge-agent' ? record.protocol?.agents[command.agent] : undefined;
    const { qa } = gathered.value.facts.protocol;
    const facts =
      agent === undefined || qa === undefined
        ? gathered.value.facts
        : { protocol: { ...gathered.value.facts.protocol, qa: { ...qa, own: await compareOwn(ports, agent) } } };
    if (command.type === 'approve-checkpoint' || command.type === 'request-changes')
      return withWorkers(ports, record, facts.protocol);
    return ok({ facts, artifacts: NAMES_CONTENT.includes(command.type) ? artifacts : [] });
  }
  const others = await findOthers(ports, record, session, dependenciesOf(command));
  if (others.isErr()) return err(others.error);
  const main = command.type === 'claim-task' ? await lookAtMain(ports.worktree, record.task_id) : null;
  const facts: ProtocolFacts = { ...UNKNOWN_FACTS, ...others.value, main };
  if (command.type === 'take-over-task') return withWorkers(ports, record, facts);
  if (command.type === 'claim-task' && record.protocol === null)
    return readAuditTrail<TaskEvent>(ports, record.task_id).map(({ entries }) => ({
      facts: { protocol: { ...facts, rejections: findRejections(entries) } },
      artifacts: [],
    }));
  return ok({ facts: { protocol: facts }, artifacts: [] });
}

/** Nobody looks again at what a person approves as the change, or at what lands: there every file is read, whatever git believes of it. */
function isLastLook(command: ProtocolCommandInput, { trustIndex = false }: FactPorts): boolean {
  if (trustIndex) return false;
  const isChange = command.type === 'approve-checkpoint' && command.checkpoint === 'change';
  return isChange || command.type === 'land-task' || command.type === 'record-merge';
}

/** Where a person decides, those at work must not: the audit names them. */
function withWorkers(
  room: Room<ProtocolRecord>,
  { task_id }: ProtocolRecord,
  facts: ProtocolFacts,
): ResultAsync<Gathered, FactError> {
  return readAuditTrail<TaskEvent>(room, task_id).map(({ entries }) => ({
    facts: { protocol: { ...facts, workers: findWorkers(entries) } },
    artifacts: [],
  }));
}

function findWorkers(entries: readonly AuditEntry<TaskEvent>[]): NonNullable<ProtocolFacts['workers']> {
  const sessions = entries.flatMap(({ session, event }) => [
    session,
    ...(event.type === 'role-noted' ? [event.session_id] : []),
    ...(event.type === 'task-claimed' || event.type === 'task-taken-over' ? [event.owner.session] : []),
  ]);
  // What is done without a session may be a person's; what is done in one is not.
  const actors = entries.flatMap(({ session, actor, event }) => [
    ...(event.type === 'task-claimed' || event.type === 'task-taken-over' ? [event.owner.actor] : []),
    ...(session !== null && event.type !== 'checkpoint-approved' ? [actor] : []),
  ]);
  return { sessions: [...new Set(sessions.filter((name) => name !== null))], actors: [...new Set(actors)] };
}

/** The rejections that stood when the last life of the task ended. */
function findRejections(entries: readonly AuditEntry<TaskEvent>[]): NonNullable<ProtocolFacts['rejections']> {
  const events = entries.map(({ event }) => event);
  const end = events.findLast((event) => event.type === 'task-completed');
  return (end?.summary.protocol?.rejected_by ?? []).flatMap((agent) => {
    const said = events.findLast((event) => event.type === 'agent-decided' && event.agent === agent);
    return said?.type === 'agent-decided' ? [{ agent, decision: said.decision, note: said.note }] : [];
  });
}

/** Callers without types may send anything; `decide` refuses it, and until then nothing may break. */
function isKnown(command: unknown): boolean {
  return (
    typeof command === 'object' && command !== null && Object.hasOwn(NEEDS, String((command as ProtocolCommand).type))
  );
}

function dependenciesOf(command: ProtocolCommandInput): readonly string[] {
  const named: unknown = command.type === 'claim-task' ? command.dependencies : [];
  return Array.isArray(named) ? named.map(String) : [];
}

/** Looks up everything that a step of the task may depend on. `movedFrom` is where the main branch was before it landed just now. */
export async function gatherFacts(
  ports: FactPorts & { readonly paranoid?: boolean },
  record: ProtocolRecord,
  session: string | null,
  movedFrom?: string,
): Promise<Result<Gathered & { readonly facts: { readonly protocol: ProtocolFacts } }, FactError>> {
  const protocol = record.protocol ?? newProtocolSection();
  const lock = protocol.state === 'COMPLETE' ? await readTask(ports, MAIN_LOCK_TASK) : ok({ record: null });
  if (lock.isErr()) return err(lock.error);
  const held = lock.value.record?.protocol?.main_lock ?? null;
  const own = held !== null && held.session === session ? held : null;
  const lockedAt = own?.commit;
  const look = await lookAtContent(ports, record, { protocol, mainWas: movedFrom ?? lockedAt });
  if (look.isErr()) return err(look.error);
  const coverage = await findCoverage(ports.tasks, record.task_id, protocol, look.value);
  if (coverage.isErr()) return err(coverage.error);
  const missing = await findMissing(ports.tasks, record.task_id, protocolDocuments(protocol));
  if (missing.isErr()) return err(missing.error);
  const noOthers = ok({ other_tasks: [], open_dependencies: [] });
  const others = protocol.state === 'INIT' ? await findOthers(ports, record, session, protocol.dependencies) : noOthers;
  if (others.isErr()) return err(others.error);
  const { content, tree, main, committed, unshown = [] } = look.value;
  const changed = await judge(ports, committed, protocol);
  if (changed.isErr()) return err(changed.error);
  const facts: ProtocolFacts = {
    ...(changed.value === undefined ? {} : { changed: changed.value }),
    qa: {
      wants: ports.qaEvidence ?? 'executed',
      tested: await compareTested(ports, record, protocol.qa?.proof?.tree ?? null, { tree, content: content.sha }),
      real: ports.worktree?.path !== undefined,
    },
    ...others.value,
    tree,
    content: content.sha,
    ...(unshown.length === 0 ? {} : { unshown }),
    coverage: coverage.value,
    missing_artifacts: missing.value,
    main_lock: held?.session ?? null,
    ...(own === null ? {} : { main_locked_at: own.since }),
    ...(lockedAt === undefined ? {} : { main_was: lockedAt }),
    main,
  };
  return ok({ facts: { protocol: facts }, artifacts: [content.bytes] });
}

type Tested = NonNullable<ProtocolFacts['qa']>['tested'];

/** Whether a run was on what is there now: the same files with the same bytes, against the commit that it was told against. */
async function compareTested(
  { worktree }: FactPorts,
  record: ProtocolRecord,
  tested: QaEvidence['tree'],
  now: { readonly tree: ProtocolFacts['tree']; readonly content: string },
): Promise<Tested> {
  if (tested === null || now.tree === null || worktree === null) return 'unknown';
  if (tested.worktree !== now.tree.worktree) return 'elsewhere';
  if (tested.base === now.tree.base) return tested.content === now.content ? 'same' : 'changed';
  const own = ownTree(worktree, record, homeOf(record));
  return own.isErr() ? 'elsewhere' : compareWith(own.value, tested);
}

/** The same for an agent in its own tree. */
async function compareOwn({ worktree }: FactPorts, { qa, worktree: place }: ProtocolAgent): Promise<Tested> {
  const tested = qa?.proof?.tree ?? null;
  if (tested === null || worktree === null || place === null) return 'unknown';
  if (tested.worktree !== place) return 'elsewhere';
  const tree = place === worktree.id ? worktree : (worktree.sibling?.(place) ?? null);
  return tree === null ? 'unknown' : compareWith(tree, tested);
}

async function compareWith(tree: GitWorktree, { base, content }: NonNullable<QaEvidence['tree']>): Promise<Tested> {
  const state = await tree.observe({ base });
  return state.isOk() && contentOf(state.value.changed).sha === content ? 'same' : 'changed';
}

/** Judges the committed changes. The rules are loaded only when something changed. */
async function judge(
  { riskRules }: FactPorts,
  paths: readonly string[],
  { risk }: ProtocolSection,
): Promise<Result<ProtocolFacts['changed'], Rejection<'Rejected'>>> {
  if (paths.length === 0 || risk === null) return ok(undefined);
  const rules = (await riskRules?.read()) ?? ok(undefined);
  if (rules.isErr()) {
    const detail = `Can't judge the risk of what changed, because the risk rules can't be read. ${rules.error.message}`;
    return reject('Rejected', [{ condition: 'risk-rules', detail }]);
  }
  const { judgeChanges } = await import('./judge-changes.ts');
  return ok(judgeChanges(paths, { classified: risk.paths, rules: rules.value, ruleFiles: riskRules?.files ?? [] }));
}

async function findOthers(
  room: Room<ProtocolRecord>,
  record: ProtocolRecord,
  session: string | null,
  dependencies: readonly string[],
): Promise<Result<Pick<ProtocolFacts, 'other_tasks' | 'open_dependencies'>, FactError>> {
  const listed = await listContexts(room.tasks, { skipDamaged: true });
  if (listed.isErr()) return err(listed.error);
  const other_tasks: string[] = [];
  for (const { taskId } of listed.value) {
    if (taskId === record.task_id) continue;
    const read = await readTask(room, taskId);
    // A record that cannot be read names no owner; what stops everybody is a store that cannot be read.
    if (read.isErr() && read.error.code === 'StorageFailure') return err(read.error);
    const other = read.isOk() ? read.value.record : null;
    if (other?.completion === null && other.protocol?.owner?.session === session) other_tasks.push(taskId);
  }
  const open_dependencies: string[] = [];
  for (const id of dependencies) {
    const finished = await isFinished(room, id);
    if (finished.isErr()) return err(finished.error);
    if (!finished.value) open_dependencies.push(id);
  }
  return ok({ other_tasks, open_dependencies });
}

/** A dependency counts when it was completed; a task that was abandoned, or that nobody knows, does not. */
async function isFinished(room: Room<ProtocolRecord>, id: string): Promise<Result<boolean, ReadTaskError>> {
  const read = await readTask(room, id);
  if (read.isErr()) return read.error.code === 'StorageFailure' ? err(read.error) : ok(false);
  const { record } = read.value;
  const summary = record === null ? (await findCompleted(room, id))?.summary : record.completion?.summary;
  return ok(summary !== undefined && summary.protocol?.outcome !== 'abandoned');
}

async function findCoverage(
  tasks: TaskStore,
  taskId: string,
  protocol: ProtocolSection,
  { content, uncommitted }: ContentLook,
): Promise<Result<ProtocolFacts['coverage'], StoreError>> {
  // Behind the point where everything had to be committed, an edit that is in no commit is not part of the task.
  const isClosing = protocol.state === 'AWAITING_USER_APPROVAL' || protocol.state === 'COMPLETE';
  const unrelated = isClosing ? uncommitted : new Set<string>();
  const coverage: Record<string, readonly string[]> = {};
  for (const sha of coveredContents(protocol)) {
    if (sha === content.sha) {
      coverage[sha] = [];
      continue;
    }
    const bytes = await tasks.getArtifact(taskId, sha);
    if (bytes.isErr() && bytes.error.code === 'StorageFailure') return err(bytes.error);
    const covered = bytes.isOk() ? readContent(bytes.value) : null;
    const changed = covered === null ? ['(everything)'] : findUncovered(covered, content.files, unrelated);
    coverage[sha] = changed.slice(0, 20);
  }
  return ok(coverage);
}

/** Documents that the store does not have, or not as long as the record says. */
async function findMissing(
  tasks: TaskStore,
  taskId: string,
  documents: ReturnType<typeof protocolDocuments>,
): Promise<Result<readonly string[], StoreError>> {
  const missing: string[] = [];
  for (const [sha, bytes] of new Map(documents.map((document) => [document.sha, document.bytes]))) {
    const found = await tasks.getArtifact(taskId, sha);
    if (found.isOk() && found.value.length === bytes) continue;
    if (found.isErr() && found.error.code !== 'ArtifactMissing' && found.error.code !== 'Corrupt') {
      return err(found.error);
    }
    missing.push(sha);
  }
  return ok(missing);
}
