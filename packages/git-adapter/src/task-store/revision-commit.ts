import { commitDigest, type Sha256, type TaskCommit } from '@batonkit/core';
import type { GitObject } from '../objects/git-object.ts';

/** One revision of a task, as its commit object holds it. */
export interface Revision {
  readonly id: string;
  readonly revision: number;
  readonly operationId: string;
  /** Hash of body and audit lines, by which a replay is recognised and a body is checked. */
  readonly digest: Sha256;
  readonly purged: boolean;
  readonly artifacts: readonly Sha256[];
  /** The writer's line, see writer-mark.ts. */
  readonly writer: string;
  readonly audit: readonly string[];
}

/** A revision with the commit that it was read from. */
export interface RevisionCommit extends Revision {
  readonly commit: string;
  readonly parent: string | null;
  readonly content: Buffer;
}

/** The revision that a task commit makes. */
export function revisionOf(commit: TaskCommit, writer: string): Revision {
  const { id, expected, operationId, body, audit, artifacts } = commit;
  const live = [...new Set(artifacts)].sort();
  const digest = commitDigest(commit);
  return { id, revision: expected + 1, operationId, digest, purged: body === null, artifacts: live, writer, audit };
}

/**
 * The bytes of a commit object. Its message is for people (`git log refs/batonkit/tasks/TASK-1`) and holds everything of the
 * revision but the body and the artifacts, which are in the tree.
 */
export function formatRevision(
  revision: Revision,
  { tree, parent, at }: { readonly tree: string; readonly parent: string | null; readonly at: number },
): Buffer {
  const who = `Batonkit <batonkit@localhost> ${Math.max(0, Math.floor(at / 1000))} +0000`;
  const { id, operationId, digest, purged, artifacts, writer, audit } = revision;
  const lines = [
    `tree ${tree}`,
    ...(parent === null ? [] : [`parent ${parent}`]),
    `author ${who}`,
    `committer ${who}`,
    '',
    `${id} revision ${revision.revision}`,
    '',
    'format: batonkit/revision/1',
    `operation: ${operationId}`,
    `digest: ${digest}`,
    `body: ${purged ? 'purged' : 'kept'}`,
    writer,
    `artifacts: ${artifacts.length}`,
    ...artifacts,
    `audit: ${audit.length}`,
    ...audit.map(formatLine),
    '',
  ];
  return Buffer.from(lines.join('\n'));
}

/**
 * What stays of a revision when the next one comes: the same commit without its tree. So the history of a task holds every
 * audit line and operation id, and no body or artifact that somebody has replaced or purged.
 */
export function withoutTree(content: Buffer, emptyTree: string): Buffer {
  return Buffer.concat([Buffer.from(`tree ${emptyTree}\n`), content.subarray(content.indexOf(10) + 1)]);
}

const HEAD =
  /^(\S+) revision ([1-9]\d{0,14})\n\nformat: batonkit\/revision\/1\noperation: (\S+)\ndigest: ([0-9a-f]{64})\nbody: (kept|purged)\n(writer: .+)\nartifacts: (\d{1,9})\n/;

/** Reads a revision back; null when the object is no revision, or one of another task. */
export function parseRevision(task: string, { id: commit, type, content }: GitObject): RevisionCommit | null {
  const text = content.toString();
  const messageStart = text.indexOf('\n\n') + 2;
  const parents = [...text.slice(0, messageStart).matchAll(/^parent ([0-9a-f]+)$/gm)];
  const message = text.slice(messageStart);
  const head = HEAD.exec(message);
  if (type !== 'commit' || head === null || parents.length > 1) return null;

  const [matched, id = '', revision, operationId = '', digest = '', body, writer = '', artifactCount] = head;
  const lines = message.slice(matched.length).split('\n');
  const artifacts = lines.splice(0, Number(artifactCount));
  const auditCount = /^audit: (\d{1,9})$/.exec(lines.shift() ?? '')?.[1];
  const audit = lines.slice(0, -1).map(parseLine);
  const isWhole = auditCount === String(audit.length) && lines.at(-1) === '' && artifacts.every(isSha256);
  const parent = parents[0]?.[1] ?? null;
  if (!isWhole || id !== task || (revision === '1') !== (parent === null)) return null;
  return {
    id,
    revision: Number(revision),
    operationId,
    digest,
    purged: body === 'purged',
    artifacts,
    writer,
    audit,
    commit,
    parent,
    content,
  };
}

/** An audit line in a commit message, which may hold no NUL: as it is where that is possible, else as a JSON text. */
function formatLine(line: string): string {
  return line.startsWith('"') || line.includes('\0') ? JSON.stringify(line) : line;
}

function parseLine(line: string): string {
  if (!line.startsWith('"')) return line;
  try {
    return String(JSON.parse(line));
  } catch {
    return line; // Not written by us; its hash is as wrong as it looks.
  }
}

function isSha256(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}
