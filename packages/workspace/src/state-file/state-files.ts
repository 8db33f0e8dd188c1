import { scannerOr } from '@batonkit/core/internal';
import {
  type Clock,
  err,
  type Failure,
  type InvalidTaskId,
  ok,
  reject,
  type Rejection,
  type Result,
  ResultAsync,
  type SecretFound,
  type SecretScanner,
  systemClock,
  type WorkspaceFiles,
  type WorkspaceFilesError,
} from '@batonkit/core';
import { type SchemaViolation, schemaViolation } from '../documents/schema-violation.ts';
import type { WorkspaceWarning } from '../documents/workspace-warning.ts';
import { appendToLog } from './append-to-log.ts';
import { type ChainOutput, type ChainOutputReport, editChainOutput } from './chain-output.ts';
import { createStateFile } from './create-state-file.ts';
import { checkCriterion } from './criteria.ts';
import type { NewStateFile } from './new-state-file.ts';
import type { NextStep } from './next-step.ts';
import { pullInputs, type StaleInput } from './pull-inputs.ts';
import { describeState } from './describe-state.ts';
import { readState } from './read-state.ts';
import type { SessionReport } from './session-entry.ts';
import { changeStateFile } from './change-state-file.ts';
import { editStateFile, openStateFile, type OpenStateFile, type StateFile } from './state-file.ts';
import type { TaskSize } from './task-size.ts';
import { findSection } from './state-document.ts';
import { replaceMetadata } from './state-metadata.ts';

/** There is no state file for a task. */
export type StateFileNotFound = Failure<'StateFileNotFound', { readonly path: string }>;

/** Why an operation on a state file failed. */
export type StateFileError =
  | WorkspaceFilesError
  | InvalidTaskId
  | SchemaViolation
  | StateFileNotFound
  | SecretFound
  | Rejection<'InvalidInput'>
  | Rejection<'Rejected'>;

/** What every write to a state file takes besides its own arguments. */
export interface StateFileWrite {
  /** Who acts; the progress log says so. */
  readonly actor?: string;
  /** Names this request. Repeating a session with the same id does not add it twice; the other operations may be repeated anyway. */
  readonly operationId?: string;
  /** Write although it looks like a secret. */
  readonly forceSecrets?: boolean;
}

/** A state file as it is now. */
export interface StateFileView {
  readonly path: string;
  readonly sha: string;
  readonly state: StateFile;
  readonly nextStep: NextStep;
  readonly size: TaskSize;
  readonly warnings: readonly WorkspaceWarning[];
}

/** A state file as it is now, and which of its inputs are no longer what is upstream. */
export interface StateFileReading extends StateFileView {
  readonly staleInputs: readonly StaleInput[];
}

/** Where state files and archives lie. */
export interface StateFileDirectories {
  /** `docs/task-states` unless told. */
  readonly states?: string;
  /** `docs/archives` unless told. */
  readonly archives?: string;
}

/** What the operations on state files work with. */
export interface StateFilePorts {
  readonly files: WorkspaceFiles;
  readonly clock: Clock;
  readonly scan: SecretScanner;
  readonly directories: Required<StateFileDirectories>;
}

/**
 * The human-readable progress files of tasks, `task-<id>-state.md`. The file is the truth: people and agents edit it, an
 * operation changes only the lines it names, and when somebody else was faster it is done again on a fresh read.
 */
export interface StateFiles {
  /**
   * Makes the file of a task, with the chain outputs of the tasks it depends on. `Conflict` when there is another one; the same
   * request again is no error.
   */
  create(taskId: string | number, task: NewStateFile & StateFileWrite): ResultAsync<StateFileView, StateFileError>;

  /**
   * Adds a session to the progress log and counts it. A file over 75 KB gives its older sessions to the archive first, which is
   * verified before the file shrinks.
   */
  appendSession(
    taskId: string | number,
    report: SessionReport & StateFileWrite,
  ): ResultAsync<StateFileView, StateFileError>;

  /** Checks a criterion, or unchecks it with `checked: false`. `criterion` is its place, from 0, or its text. */
  setCriterion(
    taskId: string | number,
    change: { readonly criterion: number | string; readonly checked?: boolean } & StateFileWrite,
  ): ResultAsync<StateFileView, StateFileError>;

  /** Writes the chain output and completes the task. `Rejected`, listing every unchecked criterion, or that there are none, unless forced. */
  writeChainOutput(
    taskId: string | number,
    report: ChainOutputReport & StateFileWrite & { readonly force?: boolean },
  ): ResultAsync<StateFileView, StateFileError>;

  /** What a task leaves to those that depend on it, or null while it has written nothing. */
  extractChainOutput(taskId: string | number): ResultAsync<ChainOutput | null, StateFileError>;

  /**
   * Brings the chain inputs up to what the upstream tasks have left by now. A quote that was edited by hand stays, and `read`
   * shows it as a conflict. `Rejected` when tasks wait for each other in a circle.
   */
  pullChainInputs(taskId: string | number, options?: StateFileWrite): ResultAsync<StateFileView, StateFileError>;

  /** The file, or null when there is none. */
  read(taskId: string | number): ResultAsync<StateFileReading | null, StateFileError>;
}

/** What state files are made of. */
export interface StateFilesOptions {
  readonly files: WorkspaceFiles;
  readonly clock?: Clock;
  readonly directories?: StateFileDirectories;
  /** Looks at everything before it is written; `scanForSecrets` unless told. */
  readonly scanSecrets?: SecretScanner;
}

/** Makes {@link StateFiles}; `createStateFiles` loads this file with the first call. */
export async function makeStateFiles(given: StateFilesOptions): Promise<StateFiles> {
  const { files, clock = systemClock } = given;
  const scan = await scannerOr(given.scanSecrets);
  const directories = { states: 'docs/task-states', archives: 'docs/archives', ...given.directories };
  const ports: StateFilePorts = { files, clock, scan, directories };
  return {
    create: (taskId, task) => new ResultAsync(createStateFile(ports, taskId, task)),
    appendSession: (taskId, report) => new ResultAsync(appendToLog(ports, taskId, report)),
    setCriterion: (taskId, change) =>
      new ResultAsync(
        changeStateFile(ports, 'setCriterion', taskId, change, (open) =>
          checkCriterion(open, change.criterion, change.checked ?? true).andThen((text) =>
            openStateFile(text, open.file),
          ),
        ),
      ),
    writeChainOutput: (taskId, report) =>
      new ResultAsync(
        changeStateFile(ports, 'writeChainOutput', taskId, report, (open) =>
          writeChainOutput(open, report, { force: report.force ?? false }),
        ),
      ),
    extractChainOutput: (taskId) =>
      new ResultAsync(readState(ports, taskId)).andThen((found) => ok(found.open.state.output)),
    pullChainInputs: (taskId, options = {}) => new ResultAsync(pullInputs(ports, taskId, options)),
    read: (taskId) => new ResultAsync(describeState(ports, taskId)),
  };
}

/**
 * Writes the chain output and, when every criterion is checked, the status `complete`. `Rejected` while one is not, unless
 * forced.
 */
function writeChainOutput(
  { file, document, metadata, state }: OpenStateFile,
  report: ChainOutputReport,
  { force }: { readonly force: boolean },
): Result<OpenStateFile, SchemaViolation | Rejection<'Rejected'>> {
  if (state.criteria.length === 0 && !force) {
    const detail = `${file} has no acceptance criteria, so nobody can tell whether the task is done. Add them as a list below "Acceptance Criteria".`;
    return reject('Rejected', [{ condition: 'criteria-present', detail }]);
  }
  const open = state.criteria.flatMap(({ text, checked }, index) => (checked ? [] : [{ index, text }]));
  if (open.length > 0 && !force) {
    return reject(
      'Rejected',
      open.map(({ index, text }) => ({
        condition: `criterion-checked:${index}`,
        detail: `Criterion ${index} is not checked: ${text.slice(0, 200)}.`,
      })),
    );
  }
  const section = findSection(document, 'output');
  if (section === null) {
    return err(schemaViolation([{ file, line: 1, detail: 'There is no section "4. Chain Output" to write to.' }]));
  }
  const isDone = open.length === 0 && metadata.value.status !== 'complete';
  const edits = [
    ...(isDone ? replaceMetadata(metadata, 'status', 'complete') : []),
    ...editChainOutput(document, section, report),
  ];
  return editStateFile({ document, file }, edits).andThen((written) => {
    if (written.state.output !== null && written.state.sections.length === state.sections.length) return ok(written);
    const detail =
      'A code block or comment in the chain output is not closed, so that what is added would not be seen.';
    return err(schemaViolation([{ file, line: section.line, detail }]));
  });
}
