import {
  commitDigest,
  err,
  ok,
  type Result,
  type Sha256,
  type StoreError,
  storeErrors,
  type TaskCommit,
} from '@batonkit/core';
import { sha256Hex } from '@batonkit/core/text';

const FORMAT = 'batonkit/revision/1';
const TRAILER_BYTES = 66;

/** One revision, as its file holds it. */
export interface RevisionFile {
  readonly revision: number;
  readonly operationId: string;
  /** Hash of body and audit lines, by which a replay is recognised even when the body is swept. */
  readonly digest: Sha256;
  readonly audit: readonly string[];
  readonly artifacts: readonly Sha256[];
  /** The body; null when this revision purged the task, or when its body was swept. */
  readonly body: string | null;
  /** True when a later revision exists and a sweep has dropped body and artifact list. */
  readonly swept: boolean;
}

interface Header {
  readonly format: string;
  readonly task: string;
  readonly revision: number;
  readonly operation: string;
  readonly digest: string;
  readonly audit: number;
  readonly body: number | 'purged' | 'swept';
  readonly artifacts: readonly string[];
}

/** The revision that a commit makes. */
export function revisionOf(commit: TaskCommit): RevisionFile {
  const { expected, operationId, audit, artifacts, body } = commit;
  return { revision: expected + 1, operationId, digest: commitDigest(commit), audit, artifacts, body, swept: false };
}

/**
 * The bytes of a revision: a header line in JSON, the audit lines, the body as it is, and a line with the SHA-256 of all
 * that stands before it.
 */
export function encodeRevision(id: string, file: RevisionFile): Buffer {
  const { revision, operationId, digest, audit, artifacts, body, swept } = file;
  const bytes = Buffer.from(body ?? '');
  const header: Header = {
    format: FORMAT,
    task: id,
    revision,
    operation: operationId,
    digest,
    audit: audit.length,
    body: swept ? 'swept' : body === null ? 'purged' : bytes.length,
    artifacts,
  };
  const lines = [JSON.stringify(header), ...audit].map((line) => `${line}\n`).join('');
  const content = Buffer.concat([Buffer.from(lines), bytes]);
  return Buffer.concat([content, Buffer.from(`\n${sha256Hex(content)}\n`)]);
}

/** Reads a revision back. Fails with `Corrupt` when a single byte is not as written, or the file belongs elsewhere. */
export function decodeRevision(
  id: string,
  revision: number,
  path: string,
  bytes: Buffer,
): Result<RevisionFile, StoreError> {
  const corrupt = (reason: string) => err(storeErrors.corrupt(id, path, reason));
  const content = bytes.subarray(0, Math.max(0, bytes.length - TRAILER_BYTES));
  if (bytes.subarray(content.length).toString('latin1') !== `\n${sha256Hex(content)}\n`)
    return corrupt('its checksum does not match');

  const headerEnd = content.indexOf(10);
  const header = parseHeader(content.subarray(0, headerEnd).toString());
  if (header === null) return corrupt('it is not a revision file of this version');
  if (header.task !== id || header.revision !== revision)
    return corrupt(`it holds revision ${header.revision} of ${header.task}`);

  let start = headerEnd + 1;
  const audit = Array.from({ length: header.audit }, () => {
    const end = content.indexOf(10, start);
    const line = content.subarray(start, end).toString();
    start = end + 1;
    return line;
  });
  return ok({
    revision,
    operationId: header.operation,
    digest: header.digest,
    audit,
    artifacts: header.artifacts,
    body: typeof header.body === 'number' ? content.subarray(start).toString() : null,
    swept: header.body === 'swept',
  });
}

function parseHeader(line: string): Header | null {
  try {
    const header = JSON.parse(line) as Partial<Header> | null;
    return header?.format === FORMAT ? (header as Header) : null;
  } catch {
    return null;
  }
}
