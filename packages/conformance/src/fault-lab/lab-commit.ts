import type { Committed, ResultAsync, Sha256, StoreError, TaskCommit, TaskStore } from '@batonkit/core';
import { sha256Hex } from '@batonkit/core/text';
import type { SideLog } from './side-log.ts';

/** What the body of a lab commit says, so that a reader can check it against everything else. */
export interface LabBody {
  readonly operationId: string;
  readonly revision: number;
  readonly artifact: Sha256 | null;
}

/** The text of the artifact that an operation stores; every third one is large enough to be compressed. */
export function artifactText(operationId: string): string {
  const line = `artifact of ${operationId}\n`;
  return /[0369]$/.test(operationId) ? line.repeat(1500) : line;
}

/** The audit line of a lab commit. */
export const auditLine = (operationId: string, revision: number): string => `${operationId} makes ${revision}`;

/** A commit whose body, audit line and artifact can be checked against each other. */
export function labCommit(
  id: string,
  expected: number,
  operationId: string,
  { purge = false, artifact = true }: { readonly purge?: boolean; readonly artifact?: boolean } = {},
): { readonly intent: TaskCommit; readonly artifact: string | null } {
  const text = artifact && !purge ? artifactText(operationId) : null;
  const sha = text === null ? null : sha256Hex(text);
  const body: LabBody = { operationId, revision: expected + 1, artifact: sha };
  return {
    intent: {
      id,
      expected,
      operationId,
      body: purge ? null : JSON.stringify(body),
      audit: [auditLine(operationId, expected + 1)],
      artifacts: sha === null ? [] : [sha],
    },
    artifact: text,
  };
}

const UNDECIDED: readonly string[] = ['StorageFailure', 'OutcomeUnknown', 'LockTimeout', 'Crashed'];
const MAX_REPEATS = 5;

/** Stores the artifact, commits, and notes intent and answer. Repeats what was not decided with the same operation id. */
export async function performCommit(
  store: TaskStore,
  log: SideLog,
  { intent, artifact }: { readonly intent: TaskCommit; readonly artifact: string | null },
  { repeats = MAX_REPEATS }: { readonly repeats?: number } = {},
): Promise<{ readonly code: 'ok' | StoreError['code']; readonly replayed: boolean; readonly failures: StoreError[] }> {
  log.note({ at: Date.now(), intent, artifact });
  const failures: StoreError[] = [];
  for (let attempt = 0; ; attempt += 1) {
    const answer = await storeAndCommit(store, intent, artifact);
    if (answer.isOk()) {
      const { revision, replayed } = answer.value;
      log.note({ at: Date.now(), acknowledged: intent.operationId, revision, replayed });
      return { code: 'ok', replayed, failures };
    }
    failures.push(answer.error);
    const { code } = answer.error;
    if (UNDECIDED.includes(code)) {
      if (attempt < repeats) continue;
    } else {
      log.note({ at: Date.now(), refused: intent.operationId, code });
    }
    return { code, replayed: false, failures };
  }
}

function storeAndCommit(
  store: TaskStore,
  intent: TaskCommit,
  artifact: string | null,
): ResultAsync<Committed, StoreError> {
  if (artifact === null) return store.commit(intent);
  return store.putArtifact(intent.id, new TextEncoder().encode(artifact)).andThen(() => store.commit(intent));
}
