import { schemaViolation, type SchemaViolation } from '../result/schema-violation.ts';
import { err, ok, type Result } from '../result/result.ts';
import { appendBlock } from './placeholder-line.ts';
import { formatSession, type SessionReport } from './session-entry.ts';
import { findSection } from './state-document.ts';
import { editStateFile, type OpenStateFile } from './state-file.ts';
import { replaceMetadata } from './state-metadata.ts';

/** Adds a session at the end of the log and counts it. No other line changes. */
export function appendSession(
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
export function lastSessionNumber({ state }: OpenStateFile): number {
  const numbers = state.sessions.map(({ number }) => number);
  return [state.metadata.total_sessions, state.archived?.to ?? 0, ...numbers].reduce((a, b) => Math.max(a, b));
}
