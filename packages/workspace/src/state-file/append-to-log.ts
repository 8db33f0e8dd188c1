import { err, failure, ok, type Result } from '@batonkit/core';
import { schemaViolation, type SchemaViolation } from '../documents/schema-violation.ts';
import { type Archiving, extendArchive, holdsSessions, planArchiving, readArchive } from './archive-sessions.ts';
import { changeStateFile } from './change-state-file.ts';
import { statePath } from './read-state.ts';
import { formatSession, type SessionReport } from './session-entry.ts';
import { editStateFile, openStateFile, type OpenStateFile } from './state-file.ts';
import type { StateFileError, StateFilePorts, StateFileView, StateFileWrite } from './state-files.ts';
import { appendBlock } from './placeholder-line.ts';
import { findSection } from './state-document.ts';
import { replaceMetadata } from './state-metadata.ts';

/** Adds a session; when the file gets too large, older ones go to the archive first. */
export async function appendToLog(
  ports: StateFilePorts,
  taskId: string | number,
  report: SessionReport & StateFileWrite,
): Promise<Result<StateFileView, StateFileError>> {
  const at = statePath(ports, taskId);
  if (at.isErr()) return err(at.error);
  const { archive } = at.value;
  return changeStateFile(ports, 'appendSession', taskId, report, async (open) => {
    const { actor, operationId } = report;
    const seen = await wasAppended(ports, archive, open, operationId);
    if (seen.isErr()) return err(seen.error);
    if (seen.value) return ok(open);
    const time = new Date(ports.clock.now()).toISOString().slice(0, 16).replace('T', ' ');
    const appended = appendSession(open, report, { at: time, actor, operationId });
    if (appended.isErr()) return err(appended.error);
    const archiving = planArchiving(appended.value, archive);
    if (archiving === null) return appended;
    const kept = await keepSessions(ports, archive, open.document.title, archiving);
    return kept.isErr() ? err(kept.error) : openStateFile(archiving.text, open.file);
  });
}

async function wasAppended(
  { files }: StateFilePorts,
  archive: string,
  { state }: OpenStateFile,
  operationId: string | undefined,
): Promise<Result<boolean, StateFileError>> {
  if (operationId === undefined) return ok(false);
  if (state.sessions.some((session) => session.operationId === operationId)) return ok(true);
  if (state.archived === null) return ok(false);
  const archived = await files.read(archive);
  return archived.map((file) => readArchive(file?.text ?? '').some((session) => session.operationId === operationId));
}

/** Writes the archive and reads it back: only what is known to be there may leave the state file. */
async function keepSessions(
  { files }: StateFilePorts,
  path: string,
  title: string,
  { sessions }: Archiving,
): Promise<Result<void, StateFileError>> {
  const before = await files.read(path);
  if (before.isErr()) return err(before.error);
  const text = extendArchive(before.value?.text ?? null, title, sessions);
  if (!holdsSessions(text, sessions)) {
    const detail = 'A code block or comment in the archive is not closed, so that what is added would not be seen.';
    return err(schemaViolation([{ file: path, line: text.split('\n').length, detail }]));
  }
  if (text !== before.value?.text) {
    const written = await files.write(path, text, { expectedSha: before.value?.sha ?? null });
    if (written.isErr()) return err(written.error);
  }
  const after = await files.read(path);
  if (after.isErr()) return err(after.error);
  if (after.value !== null && holdsSessions(after.value.text, sessions)) return ok(undefined);
  const reason = 'the archive does not hold what was just written to it';
  return err(
    failure(
      'StorageFailure',
      `The workspace could not archive sessions to ${path}: ${reason}. The state file was left as it is.`,
      { operation: `archive to ${path}`, reason },
    ),
  );
}

/** Adds a session at the end of the log and counts it. No other line changes. */
function appendSession(
  open: OpenStateFile,
  report: SessionReport,
  by: { readonly at: string; readonly actor?: string | undefined; readonly operationId?: string | undefined },
): Result<OpenStateFile, SchemaViolation> {
  const { document, state, metadata, file } = open;
  const section = findSection(document, 'log');
  if (section === null) {
    return err(
      schemaViolation([{ file, line: 1, detail: 'There is no section "3. Progress Log" to add a session to.' }]),
    );
  }
  const number = 1 + lastSessionNumber(open);
  const edits = [
    ...replaceMetadata(metadata, 'total_sessions', number),
    ...appendBlock(document, section, formatSession(number, by.at, report, by)),
  ];
  return editStateFile({ document, file }, edits).andThen((written) => {
    // An open code block or comment above would hide what was added.
    if (
      written.state.sessions.length === state.sessions.length + 1 &&
      written.state.sections.length === state.sections.length
    ) {
      return ok(written);
    }
    const detail =
      'A code block or comment in the progress log is not closed, so that what is added would not be seen.';
    return err(schemaViolation([{ file, line: section.line, detail }]));
  });
}

/** The number of the latest session, also when a person added one without counting it. */
function lastSessionNumber({ state }: OpenStateFile): number {
  const numbers = state.sessions.map(({ number }) => number);
  return [state.metadata.total_sessions, state.archived?.to ?? 0, ...numbers].reduce((a, b) => Math.max(a, b));
}
