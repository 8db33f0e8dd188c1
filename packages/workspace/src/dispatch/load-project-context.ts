import { type DependencyStatus, formatProjectContext, listHeadings, type TokenCounter } from '@batonkit/markdown';
import { matchIdentifier, readPrdSection } from '@batonkit/markdown/scan';
import { err, ok, type Result, ResultAsync, type WorkspaceFiles, type WorkspaceFilesError } from '@batonkit/core';
import type { WorkspaceWarning } from '../documents/workspace-warning.ts';

/** Where a feature and its project lie. */
export interface ProjectContextSource {
  readonly files: WorkspaceFiles;
  /** The feature's folder, such as `docs/features/021-login`; its `.meta.json` names project and dependencies. */
  readonly feature: string;
  /** `docs/projects` when left out; a project lies in `<project_id>-<slug>` below it. */
  readonly projects?: string | undefined;
  readonly maxTokens?: number | undefined;
  readonly countTokens?: TokenCounter | undefined;
}

/** The block for prompts, empty when there is none, and what could not be found. */
export interface LoadedProjectContext {
  readonly text: string;
  readonly warnings: readonly WorkspaceWarning[];
}

const MAX_GOALS = 3;

/**
 * Gathers the project context of a feature and formats it with `formatProjectContext`. Without a `project_id` there is none; a project folder,
 * document or dependency that is missing is a warning. Fails with the errors of the workspace files only.
 *
 * @example
 * ```ts
 * import { orThrow } from '@batonkit/core';
 * import { loadProjectContext } from '@batonkit/workspace/dispatch';
 * import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
 *
 * const files = createMemoryWorkspaceFiles();
 * await orThrow(files.write('docs/features/021-login/.meta.json', '{"project_id": "P001"}'));
 * const { warnings } = await orThrow(loadProjectContext({ files, feature: 'docs/features/021-login' }));
 * warnings[0]?.message; // => 'There is no folder docs/projects/P001-…, so tasks get no project context.'
 * ```
 */
export function loadProjectContext(
  source: ProjectContextSource,
): ResultAsync<LoadedProjectContext, WorkspaceFilesError> {
  return new ResultAsync(load(source));
}

async function load(source: ProjectContextSource): Promise<Result<LoadedProjectContext, WorkspaceFilesError>> {
  const { files, feature, projects = 'docs/projects', maxTokens, countTokens } = source;
  const warnings: WorkspaceWarning[] = [];
  const meta = await readMeta(files, feature, warnings);
  if (meta.isErr()) return err(meta.error);
  const projectId = meta.value?.['project_id'];
  if (typeof projectId !== 'string' || projectId === '') return ok({ text: '', warnings });

  const listed = await files.list(projects);
  if (listed.isErr()) return err(listed.error);
  const folder = listed.value
    .map((path) => path.slice(projects.length + 1).split('/')[0] ?? '')
    .find((name) => name === projectId || name.startsWith(`${projectId}-`));
  if (folder === undefined) {
    const message = `There is no folder ${projects}/${projectId}-…, so tasks get no project context.`;
    warnings.push({ code: 'ProjectMissing', message, where: projects });
    return ok({ text: '', warnings });
  }
  const prd = await files.read(`${projects}/${folder}/prd.md`);
  if (prd.isErr()) return err(prd.error);
  if (prd.value === null) {
    const where = `${projects}/${folder}/prd.md`;
    const message = `${where} is missing, so the project's goals are not known.`;
    warnings.push({ code: 'DocumentMissing', message, where });
  }
  const roadmap = await files.read(`${projects}/${folder}/roadmap.md`);
  if (roadmap.isErr()) return err(roadmap.error);
  const dependencies = await readDependencies(files, feature, meta.value?.['depends_on_features'], warnings);
  if (dependencies.isErr()) return err(dependencies.error);

  const name = feature.replace(/\/+$/, '').split('/').at(-1) ?? feature;
  const text = formatProjectContext({
    project: titleOf(prd.value?.text ?? '') ?? folder,
    feature: typeof meta.value?.['name'] === 'string' ? meta.value['name'] : name,
    goals: readGoals(prd.value?.text ?? ''),
    dependencies: dependencies.value,
    milestone: findMilestone(roadmap.value?.text ?? '', name),
    maxTokens,
    countTokens,
  });
  return ok({ text, warnings });
}

type Dependency = { readonly name: string; readonly status: DependencyStatus };

async function readDependencies(
  files: WorkspaceFiles,
  feature: string,
  given: unknown,
  warnings: WorkspaceWarning[],
): Promise<Result<readonly Dependency[], WorkspaceFilesError>> {
  const names = Array.isArray(given)
    ? given.filter((name): name is string => typeof name === 'string' && name !== '')
    : [];
  const parent = feature.replace(/\/*[^/]+\/*$/, '');
  const listed = await files.list(parent === '' ? undefined : parent);
  if (listed.isErr()) return err(listed.error);
  const folders = [
    ...new Set(listed.value.map((path) => path.slice(parent === '' ? 0 : parent.length + 1).split('/')[0] ?? '')),
  ];
  const found: Dependency[] = [];
  for (const name of names) {
    const folder = folders.find((candidate) => candidate === name || candidate.startsWith(`${name}-`));
    const meta =
      folder === undefined ? ok(null) : await readMeta(files, parent === '' ? folder : `${parent}/${folder}`, warnings);
    if (meta.isErr()) return err(meta.error);
    if (meta.value === null) {
      const message = `The feature ${name}, which this one depends on, was not found; it counts as blocked.`;
      warnings.push({ code: 'DependencyMissing', message });
    }
    found.push({ name, status: readStatus(meta.value) });
  }
  return ok(found);
}

function readStatus(meta: Readonly<Record<string, unknown>> | null): DependencyStatus {
  const status = meta?.['status'];
  if (meta === null || status === 'blocked' || status === 'abandoned') return 'blocked';
  return status === 'completed' || status === 'done' ? 'completed' : 'in-progress';
}

async function readMeta(
  files: WorkspaceFiles,
  folder: string,
  warnings: WorkspaceWarning[],
): Promise<Result<Readonly<Record<string, unknown>> | null, WorkspaceFilesError>> {
  const path = `${folder.replace(/\/+$/, '')}/.meta.json`;
  const read = await files.read(path);
  if (read.isErr()) return err(read.error);
  if (read.value === null) return ok(null);
  try {
    const value: unknown = JSON.parse(read.value.text.replace(/^\uFEFF/, ''));
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return ok(value as Record<string, unknown>);
  } catch {
    // Told below, like JSON that is no object.
  }
  warnings.push({ code: 'MetaUnreadable', message: `${path} is no JSON object and was not used.`, where: path });
  return ok(null);
}

function titleOf(markdown: string): string | null {
  const title = listHeadings(markdown).find(({ level }) => level === 1)?.text ?? '';
  return title.replace(/^(?:PRD|Project)\s*[:–—-]\s*/i, '').trim() || null;
}

/** The first list items of the goals, or its first lines of text, or the problem statement's. */
function readGoals(prd: string): readonly string[] {
  const lines = (readPrdSection(prd, 'Goals') ?? readPrdSection(prd, 'Problem Statement') ?? '')
    .split(/\r\n|\r|\n/)
    .slice(1)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const items = lines
    .filter((line) => /^(?:[-*+]|\d+[.)])\s+/.test(line))
    .map((line) => line.replace(/^(?:[-*+]|\d+[.)])\s+/, ''));
  return (items.length > 0 ? items : lines).slice(0, MAX_GOALS);
}

/** The heading of the roadmap's section that names the feature. */
function findMilestone(roadmap: string, feature: string): string | null {
  const headings = listHeadings(roadmap);
  const id = /^\d+/.exec(feature)?.[0];
  const at = headings.findLastIndex(({ start }, index) => {
    const section = roadmap.slice(start, headings[index + 1]?.start);
    // Neither is 021-login named by 021-login-v2, nor #12 by #123.
    return (
      matchIdentifier(section, feature) === 'token' || (id !== undefined && new RegExp(`#${id}(?!\\d)`).test(section))
    );
  });
  return headings[at]?.text ?? null;
}
