import {
  type ContextManifest,
  err,
  type GitFailure,
  type GitWorktree,
  type ImmutableSection,
  ImmutableSectionSchema,
  ok,
  type Result,
  ResultAsync,
  type WorkspaceFiles,
  type WorkspaceFilesError,
} from '@batonkit/core';
import { compareCodePoints, deepFreeze, hashImmutable, NORMALIZER, SERIALIZER } from '@batonkit/core/internal';
import { captureIncomplete, type CaptureIncomplete, type CaptureProblem } from '../sources/capture-problem.ts';
import { summarizeCapture, type SummaryRow } from '../brief/capture-summary.ts';
import type { CaptureWarning } from '../sources/capture-warning.ts';
import { citeSections, requestCitations } from '../standards/citations.ts';
import { gitBlobId } from '../sources/git-blob-id.ts';
import { lookAtRepository } from '../sources/look-at-repository.ts';
import { chooseQaCommands, type QaCommand } from '../brief/qa-commands.ts';
import { createSourceReader, type SourceReader } from '../sources/read-sources.ts';
import { expandScope } from '../brief/repo-paths.ts';
import { parseScopeMacros } from '../sources/scope-macros.ts';
import { parseStandardsMap, type StandardsMapSource } from '../sources/standards-map.ts';
import { readStandardsFile, type StandardsFile } from '../standards/standards-section.ts';
import { DEFAULT_STATUSES, snapshotTask } from '../brief/task-snapshot.ts';
import { parseTaskYaml, type TaskFile } from '../sources/task-yaml.ts';

/** What a context is captured from. Paths are relative to the root of `files`. */
export interface CaptureOptions {
  readonly files: Pick<WorkspaceFiles, 'read' | 'list'>;
  /** Tells which files exist, where HEAD is and whether the tree is dirty; without it all files of `files` count. */
  readonly worktree?: Pick<GitWorktree, 'head' | 'listFiles' | 'observe'>;
  /** The task, a YAML file. */
  readonly taskFile: string;
  /** Which standards to cite, a YAML or JSON file: see {@link StandardsMapSchema}. */
  readonly standardsMap: string;
  /** Named lists of scope entries, a JSON or YAML file. */
  readonly scopeMacros?: string | null;
  /** Which statuses the task may have; `in_progress` unless told, `true` for any. */
  readonly allowStatus?: boolean | string | readonly string[];
  /** Cut strings over 2 KiB, with a pointer to where they stand whole. They only warn otherwise. */
  readonly cutLongFields?: boolean;
  /** The commit the task starts from; HEAD unless told. */
  readonly baseCommit?: string;
}

/** A context ready for `init`, which takes this object as it is, together with an actor. */
export interface CapturedContext {
  /** The id the task file gives, if it gives one. */
  readonly taskId: string | null;
  readonly immutable: ImmutableSection;
  readonly manifest: ContextManifest;
  readonly git: { readonly head: string | null; readonly branch: string | null; readonly task_file_sha: string };
  /** The QA commands with the source of each. */
  readonly qaCommands: readonly QaCommand[];
  readonly summary: readonly SummaryRow[];
  readonly warnings: readonly CaptureWarning[];
}

/** Why nothing was captured. */
export type CaptureError = CaptureIncomplete | GitFailure | WorkspaceFilesError;

/**
 * Captures what a task is, from its file, the standards it has to keep and the files it is about. Reads only. The same files give the
 * same immutable section to the byte, whatever their line endings and wherever this runs.
 *
 * Fails with `CaptureIncomplete`, whose `data.unmet` lists everything that is missing or wrong with file and line, or with what the
 * ports report. Warnings: `UnknownField`, `LongField`, `ScopeIsProse`, `ScopeMatchesNothing`, `ScopeTooWide`, `NoAcceptanceCriteria`,
 * `NoQaCommands`, `DirtyTree`.
 *
 * @example
 * ```ts
 * import { orThrow } from '@batonkit/core';
 * import { captureContext } from '@batonkit/capture';
 * import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
 *
 * const files = createMemoryWorkspaceFiles();
 * await orThrow(files.write('task.yaml', 'title: Fix login\nstatus: in_progress\npriority: P1\narea: web\ndescription: It fails.\nscope: { in: [src/**] }\n'));
 * await orThrow(files.write('map.yaml', 'citations:\n  - { area: "*", file: rules.md, headings: [Input] }\n'));
 * await orThrow(files.write('rules.md', '# Rules\n\n## Input\n\nCheck input at the border. Trust nobody.\n'));
 * await orThrow(files.write('src/login.ts', ''));
 * const { immutable } = await orThrow(captureContext({ files, taskFile: 'task.yaml', standardsMap: 'map.yaml' }));
 * immutable.standards_citations[0]?.requirement; // => 'Check input at the border.'
 * immutable.repo_paths; // => ['src/login.ts']
 * ```
 */
export function captureContext(options: CaptureOptions): ResultAsync<CapturedContext, CaptureError> {
  return new ResultAsync(capture(options));
}

async function capture(options: CaptureOptions): Promise<Result<CapturedContext, CaptureError>> {
  const { files, worktree, taskFile, cutLongFields = false } = options;
  const repository = await lookAtRepository(files, worktree);
  if (repository.isErr()) return err(repository.error);
  const { existing, head, branch } = repository.value;

  const reader = createSourceReader(files);
  const sources = await readSources(reader, options);
  const { task, standards } = sources;
  if (task === null) return err(captureIncomplete([...sources.problems, ...reader.problems]));

  const allowStatus = statusesOf(options.allowStatus);
  const scope = expandScope(taskFile, task, existing, sources.macros);
  const snapshot = snapshotTask(taskFile, { ...task, scopeOut: scope.scopeOut }, { allowStatus, cutLongFields });
  const requests = standards === null ? [] : requestCitations(standards, task, taskFile);
  const cited = citeSections(requests, await readStandards(reader, requests));
  const problems = [
    ...sources.problems,
    ...reader.problems,
    ...snapshot.problems,
    // Without its file every macro is unknown, and the file has its own problem already.
    ...((options.scopeMacros ?? null) !== null && sources.macros === null ? [] : scope.problems),
    ...cited.problems,
    ...(standards !== null && requests.length === 0 ? [nothingToCite(options.standardsMap, task)] : []),
  ];
  if (problems.length > 0 || snapshot.snapshot === null) return err(captureIncomplete(problems));

  const qa = chooseQaCommands(task, taskFile, standards);
  const section = ImmutableSectionSchema.safeParse({
    task_snapshot: snapshot.snapshot,
    standards_citations: cited.citations,
    validation_baseline: { commands: qa.commands.map(({ command }) => command) },
    repo_paths: scope.repoPaths,
    scope_patterns: scope.scopePatterns,
  });
  if (!section.success) return err(captureIncomplete(unstorable(taskFile, section.error)));
  const immutable = deepFreeze(section.data);
  const scopeMacros = options.scopeMacros ?? null;
  return ok({
    taskId: task.id,
    immutable,
    manifest: makeManifest({ ...options, scopeMacros, cutLongFields }, allowStatus, reader, immutable),
    git: { head: options.baseCommit ?? head, branch, task_file_sha: gitBlobId(sources.taskText) },
    qaCommands: qa.commands,
    summary: summarizeCapture({ immutable, task, taskFile, scopeMacros, qaCommands: qa.commands }),
    warnings: [
      ...sources.warnings,
      ...snapshot.warnings,
      ...scope.warnings,
      ...qa.warnings,
      ...(qa.commands.length === 0 ? [noCommands(taskFile)] : []),
      ...repository.value.warnings,
    ],
  });
}

interface Sources {
  readonly task: TaskFile | null;
  readonly taskText: string;
  readonly standards: StandardsMapSource | null;
  readonly macros: ReturnType<typeof parseScopeMacros>['macros'];
  readonly problems: readonly CaptureProblem[];
  readonly warnings: readonly CaptureWarning[];
}

async function readSources(reader: SourceReader, options: CaptureOptions): Promise<Sources> {
  const problems: CaptureProblem[] = [];
  const need = async (path: string, usedAs: 'task' | 'standards-map' | 'scope-macros'): Promise<string | null> => {
    const text = await reader.read(path, usedAs);
    if (text === null) {
      const detail = `There is no such file, and it is to be the ${usedAs.replace('-', ' ')} file.`;
      problems.push({ condition: `${usedAs}-file-exists`, detail, file: path, line: null, column: null });
    }
    return text ?? null;
  };
  const { taskFile, standardsMap, scopeMacros } = options;
  const taskText = await need(taskFile, 'task');
  const mapText = await need(standardsMap, 'standards-map');
  const macroText = scopeMacros === undefined || scopeMacros === null ? null : await need(scopeMacros, 'scope-macros');
  const task = taskText === null ? null : parseTaskYaml(taskFile, taskText);
  const standards = mapText === null ? null : parseStandardsMap(standardsMap, mapText);
  const macros =
    macroText === null || scopeMacros === undefined || scopeMacros === null
      ? null
      : parseScopeMacros(scopeMacros, macroText);
  return {
    task: task?.task ?? null,
    taskText: taskText ?? '',
    standards: standards?.standards ?? null,
    macros: macros?.macros ?? null,
    problems: [...problems, ...(task?.problems ?? []), ...(standards?.problems ?? []), ...(macros?.problems ?? [])],
    warnings: task?.warnings ?? [],
  };
}

async function readStandards(
  reader: SourceReader,
  requests: readonly { readonly file: string }[],
): Promise<ReadonlyMap<string, StandardsFile | null>> {
  const standards = new Map<string, StandardsFile | null>();
  for (const path of new Set(requests.map(({ file }) => file))) {
    const text = await reader.read(path, 'standard');
    if (text !== undefined) standards.set(path, text === null ? null : readStandardsFile(text));
  }
  return standards;
}

function makeManifest(
  request: Pick<CaptureOptions, 'taskFile' | 'standardsMap'> & {
    readonly scopeMacros: string | null;
    readonly cutLongFields: boolean;
  },
  allowStatus: readonly string[] | 'any',
  { sources }: SourceReader,
  immutable: ImmutableSection,
): ContextManifest {
  return deepFreeze({
    version: 1 as const,
    serializer: SERIALIZER,
    normalizer: NORMALIZER,
    request: {
      task_file: request.taskFile,
      standards_map: request.standardsMap,
      scope_macros: request.scopeMacros,
      allow_status: allowStatus === 'any' ? allowStatus : [...allowStatus],
      cut_long_fields: request.cutLongFields,
    },
    sources: [...sources].sort((left, right) => compareCodePoints(left.path, right.path)),
    derived: [{ name: 'immutable', sha256: hashImmutable(immutable) }],
  });
}

function statusesOf(allowStatus: CaptureOptions['allowStatus']): readonly string[] | 'any' {
  if (allowStatus === true) return 'any';
  if (allowStatus === undefined || allowStatus === false) return DEFAULT_STATUSES;
  return typeof allowStatus === 'string' ? [allowStatus] : allowStatus;
}

function nothingToCite(file: string, task: TaskFile): CaptureProblem {
  const detail = `No row of the map covers area ${task.area?.text ?? '(none)'} with priority ${task.priority?.text ?? '(none)'}, and the task names no standards. A context needs at least one citation.`;
  return { condition: 'citations-present', detail, file, line: null, column: null };
}

function unstorable(
  file: string,
  error: { readonly issues: readonly { path: PropertyKey[]; message: string }[] },
): CaptureProblem[] {
  return error.issues.map(({ path, message }) => {
    const condition = `/${path.map(String).join('/')}`;
    return { condition, detail: `${condition} ${message}.`, file, line: null, column: null };
  });
}

function noCommands(file: string): CaptureWarning {
  return {
    code: 'NoQaCommands',
    message: `${file}: neither the task nor its area nor the repository has QA commands.`,
    where: file,
  };
}
