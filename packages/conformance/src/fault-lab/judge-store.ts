import type { AuditRevision, StoreError, TaskStore } from '@batonkit/core';
import { sha256Hex } from '@batonkit/core/text';
import { artifactText, auditLine, type LabBody } from './lab-commit.ts';
import { readSideLog, type SideLogEntry } from './side-log.ts';

/** What the lab found out about a store after the faults. */
export interface Verdict {
  readonly acknowledged: number;
  /** Acknowledged operations that are not in the store at the revision they were acknowledged with. */
  readonly lost: number;
  /** Revisions, bodies and artifacts that are damaged, missing or do not belong together. */
  readonly torn: number;
  readonly replays: number;
  /** Everything that is not as it should be, in words. */
  readonly violations: readonly string[];
}

const PAGE = 500;

/** Holds a store against the side logs of its writers. */
export async function judgeStore(
  store: TaskStore,
  tasks: readonly string[],
  logs: readonly string[],
): Promise<Verdict> {
  const entries = logs.flatMap(readSideLog);
  const taskOf = new Map(
    entries.flatMap((entry) => ('intent' in entry ? [[entry.intent.operationId, entry.intent.id]] : [])),
  );
  const torn: string[] = [];
  const made = new Map<string, number[]>();
  for (const id of tasks) {
    const audit = await readWholeAudit(store, id);
    if (!Array.isArray(audit)) {
      torn.push(`${id}: the audit cannot be read: ${audit.code}: ${audit.message}`);
      continue;
    }
    torn.push(...(await judgeTask(store, id, audit)));
    for (const { revision, lines } of audit) {
      for (const line of lines) {
        const operation = `${id} ${line.split(' ')[0] ?? ''}`;
        made.set(operation, [...(made.get(operation) ?? []), revision]);
      }
    }
  }
  const { lost, other, acknowledged } = judgeAnswers(entries, taskOf, made);
  return {
    acknowledged,
    lost: lost.length,
    torn: torn.length,
    replays: entries.filter((entry) => 'acknowledged' in entry && entry.replayed).length,
    violations: [...lost, ...torn, ...other],
  };
}

async function readWholeAudit(store: TaskStore, id: string): Promise<AuditRevision[] | StoreError> {
  const whole: AuditRevision[] = [];
  for (;;) {
    const page = await store.readAudit(id, { afterRevision: whole.length, limit: PAGE });
    if (page.isErr()) return page.error;
    whole.push(...page.value);
    if (page.value.length < PAGE) return whole;
  }
}

async function judgeTask(store: TaskStore, id: string, audit: readonly AuditRevision[]): Promise<string[]> {
  const torn = audit.flatMap(({ revision, lines }, index) => {
    if (revision !== index + 1) return [`${id}: revision ${revision} stands where ${index + 1} should be`];
    const operationId = lines[0]?.split(' ')[0] ?? '';
    return lines.length === 1 && lines[0] === auditLine(operationId, revision)
      ? []
      : [`${id}: revision ${revision} has the audit of another`];
  });
  const read = await store.read(id);
  if (read.isErr()) return [...torn, `${id}: cannot be read: ${read.error.code}: ${read.error.message}`];
  const { revision, body } = read.value;
  if (revision !== audit.length) torn.push(`${id}: is at revision ${revision} with an audit of ${audit.length}`);
  if (body === null) return torn;

  const { operationId, revision: said, artifact } = JSON.parse(body) as LabBody;
  if (said !== revision || audit.at(-1)?.lines[0] !== auditLine(operationId, revision))
    torn.push(`${id}: the body of revision ${revision} is that of ${said}`);
  if (artifact === null) return torn;
  const bytes = await store.getArtifact(id, artifact);
  if (bytes.isErr()) torn.push(`${id}: names an artifact that cannot be read: ${bytes.error.code}`);
  else if (sha256Hex(bytes.value) !== sha256Hex(artifactText(operationId))) torn.push(`${id}: has another artifact`);
  return torn;
}

function judgeAnswers(
  entries: readonly SideLogEntry[],
  taskOf: ReadonlyMap<string, string>,
  made: ReadonlyMap<string, readonly number[]>,
): { lost: string[]; other: string[]; acknowledged: number } {
  const revisionsOf = (operationId: string): readonly number[] =>
    made.get(`${taskOf.get(operationId)} ${operationId}`) ?? [];
  const acknowledged = entries.filter((entry) => 'acknowledged' in entry);
  const lost = acknowledged
    .filter(({ acknowledged: operationId, revision }) => !revisionsOf(operationId).includes(revision))
    .map(
      ({ acknowledged: operationId, revision }) => `${operationId} was acknowledged as ${revision} and is not there`,
    );
  const twice = [...made]
    .filter(([, revisions]) => revisions.length > 1)
    .map(([operation, revisions]) => `${operation} was applied ${revisions.length} times`);
  const ghosts = entries
    .filter((entry) => 'refused' in entry)
    .filter(({ refused }) => revisionsOf(refused).length > 0)
    .map(({ refused, code }) => `${refused} was refused with ${code} and is there`);
  return { lost, other: [...twice, ...ghosts], acknowledged: acknowledged.length };
}
