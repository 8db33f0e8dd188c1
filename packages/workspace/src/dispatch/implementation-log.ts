import { type ImplementerReport, listHeadings } from '@batonkit/markdown';
import { editWorkspaceFile, refuseSecrets } from '@batonkit/core/internal';
import {
  okAsync,
  type ResultAsync,
  type SecretFound,
  type SecretScanner,
  type WorkspaceFiles,
  type WorkspaceFilesError,
} from '@batonkit/core';
import { oneLine } from '@batonkit/core/text';

/** The task an entry is about. */
export interface LoggedTask {
  /** Such as `1.1`. */
  readonly number: string;
  readonly title: string;
}

/** An implementation log taken apart: what stands before the first entry, and the entries. Put together they are the file. */
export interface ParsedLog {
  readonly head: string;
  readonly entries: readonly (LoggedTask & { readonly raw: string })[];
}

const TITLE = '# Implementation Log';
const ENTRY_TITLE = /^Task (\S{1,100}): (.*)$/;

/**
 * The entry for a task, in the fixed format. A value of several lines is kept whole, indented below its field. A report that said nothing that
 * could be read gives a partial entry that says so.
 *
 * @example
 * ```ts
 * import { formatLogEntry } from '@batonkit/workspace/dispatch';
 * import { parseReport } from '@batonkit/markdown';
 *
 * const report = parseReport('**Files changed:** `src/a.ts`, `src/b.ts`\n\n**Decisions:** JWT');
 * formatLogEntry({ number: '1.1', title: 'Log in' }, report); // => '## Task 1.1: Log in\n- **Files changed:** src/a.ts, src/b.ts\n- **Decisions:** JWT\n- **Deviations:** none\n- **Concerns:** none\n'
 * ```
 */
export function formatLogEntry({ number, title }: LoggedTask, report: ImplementerReport): string {
  const lines = [
    `## Task ${oneLine(number)}: ${oneLine(title)}`,
    `- **Files changed:** ${report.filesChanged.map(oneLine).join(', ') || 'none'}`,
    `- **Decisions:** ${indent(report.decisions)}`,
    `- **Deviations:** ${indent(report.deviations)}`,
    `- **Concerns:** ${indent(report.concerns)}`,
  ];
  if (isMalformed(report)) lines.push('- **Report:** could not be read; this entry is partial');
  return `${lines.join('\n')}\n`;
}

/**
 * True when a report says nothing in any of its fields.
 *
 * @example
 * ```ts
 * import { isMalformed } from '@batonkit/workspace/dispatch';
 * import { parseReport } from '@batonkit/markdown';
 *
 * [isMalformed(parseReport('all good!')), isMalformed(parseReport('## Implemented\nLogin.'))]; // => [true, false]
 * ```
 */
export function isMalformed(report: ImplementerReport): boolean {
  const { implemented, tested, selfReview, filesChanged, decisions, deviations, concerns } = report;
  return (
    implemented === null &&
    tested === null &&
    selfReview === null &&
    filesChanged.length === 0 &&
    [decisions, deviations, concerns].every((text) => text === 'none')
  );
}

/**
 * A log with an entry at its end; null stands for a log that is not there yet and gets its title. What stood there stays byte for byte, and the
 * new lines end as its lines do.
 *
 * @example
 * ```ts
 * import { appendLogEntry } from '@batonkit/workspace/dispatch';
 *
 * appendLogEntry(null, '## Task 1: A\n- **Files changed:** none\n'); // => '# Implementation Log\n\n## Task 1: A\n- **Files changed:** none\n'
 * ```
 */
export function appendLogEntry(log: string | null, entry: string): string {
  const before = log === null || log === '' ? `${TITLE}\n` : log;
  const ending = /\r\n|\r|\n/.exec(before)?.[0] ?? '\n';
  const gap = /(?:\r\n|\r(?!\n)|(?<!\r)\n){2}$/.test(before) ? '' : /[\r\n]$/.test(before) ? ending : ending + ending;
  return before + gap + entry.replaceAll('\n', ending);
}

/**
 * Takes a log apart. Never throws; `head` and the entries' `raw` put together are the text, byte for byte.
 *
 * @example
 * ```ts
 * import { parseImplementationLog } from '@batonkit/workspace/dispatch';
 *
 * const { entries } = parseImplementationLog('# Implementation Log\n\n## Task 1.1: Log in\n- **Files changed:** none\n');
 * entries.map(({ number, title }) => [number, title]); // => [['1.1', 'Log in']]
 * ```
 */
export function parseImplementationLog(log: string): ParsedLog {
  const starts = listHeadings(log).flatMap(({ level, text, start }) => {
    const title = level === 2 ? ENTRY_TITLE.exec(text) : null;
    return title === null ? [] : [{ number: title[1] ?? '', title: title[2] ?? '', start }];
  });
  return {
    head: log.slice(0, starts[0]?.start ?? log.length),
    entries: starts.map(({ number, title, start }, index) => ({
      number,
      title,
      raw: log.slice(start, starts[index + 1]?.start ?? log.length),
    })),
  };
}

/** The log of one feature's implementation. All methods fail with the errors of the workspace files. */
export interface ImplementationLog {
  /**
   * Adds an entry, unless the very same one stands there already: a retry after a crash adds nothing. `SecretFound` when it looks like a
   * secret, unless `forceSecrets` says that it is none.
   */
  append(
    task: LoggedTask,
    report: ImplementerReport,
    options?: { readonly forceSecrets?: boolean },
  ): ResultAsync<void, WorkspaceFilesError | SecretFound>;
  /** The whole log for a retrospective; a sentence that says so when there is none. */
  read(): ResultAsync<string, WorkspaceFilesError>;
  /** Deletes the log, after the retrospective has read it. */
  remove(): ResultAsync<{ readonly removed: boolean }, WorkspaceFilesError>;
}

/**
 * The implementation log in a file of a workspace: created with its first entry, read whole, deleted after the retrospective.
 *
 * @example
 * ```ts
 * import { orThrow } from '@batonkit/core';
 * import { createImplementationLog } from '@batonkit/workspace/dispatch';
 * import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
 *
 * const log = createImplementationLog({ files: createMemoryWorkspaceFiles(), path: 'docs/features/021-login/implementation-log.md' });
 * await orThrow(log.read()); // => 'No implementation log available'
 * ```
 */
export function createImplementationLog({
  files,
  path,
  scanSecrets,
}: {
  readonly files: WorkspaceFiles;
  readonly path: string;
  /** Looks at every entry before it is written; `scanForSecrets` unless told. */
  readonly scanSecrets?: SecretScanner;
}): ImplementationLog {
  return {
    append(task, report, { forceSecrets = false } = {}) {
      const entry = formatLogEntry(task, report);
      const clean = forceSecrets ? okAsync(undefined) : refuseSecrets(scanSecrets, path, entry);
      return clean
        .andThen(() =>
          editWorkspaceFile(files, path, (log) =>
            log !== null && holdsEntry(log, entry) ? log : appendLogEntry(log, entry),
          ),
        )
        .map(() => undefined);
    },
    read: () => files.read(path).map((found) => found?.text ?? 'No implementation log available'),
    remove: () => files.remove(path),
  };
}

function holdsEntry(log: string, entry: string): boolean {
  return parseImplementationLog(log).entries.some(
    ({ raw }) => raw.replaceAll(/\r\n|\r/g, '\n').trimEnd() === entry.trimEnd(),
  );
}

function indent(text: string): string {
  return (
    text
      .trim()
      .split(/\r\n|\r|\n/)
      .map((line) => line.trimEnd())
      .join('\n  ')
      .replaceAll(/\n +(?=\n|$)/g, '\n') || 'none'
  );
}
