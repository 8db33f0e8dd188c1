import {
  err,
  ok,
  parseWorkspacePath,
  type Result,
  ResultAsync,
  workspaceErrors,
  type WorkspaceFile,
  type WorkspaceFiles,
  type WorkspaceFilesError,
  type WriteCondition,
} from '@batonkit/core';
import { sha256Hex } from '@batonkit/core/text';
import { createFaultScript, SimulatedCrash, type WorkspaceFault } from './scripted-faults.ts';

/**
 * Workspace files in memory, for tests. `files` is what the workspace holds at the start: texts, or bytes that need not be
 * UTF-8. There are no symbolic links and no permissions here; everything else is as in the port. It can be scripted to fail: each
 * fault strikes one call.
 *
 * @example
 * ```ts
 * import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
 *
 * const files = createMemoryWorkspaceFiles({ files: { 'docs/plan.md': '# Plan\n' } });
 * const plan = await files.read('docs/plan.md');
 * plan.isOk() && plan.value?.text; // => '# Plan\n'
 * const listed = await files.list();
 * listed.unwrapOr([]); // => ['docs/plan.md']
 * ```
 */
export function createMemoryWorkspaceFiles(
  options: {
    readonly files?: Readonly<Record<string, string | Uint8Array>>;
    readonly faults?: readonly WorkspaceFault[];
  } = {},
): WorkspaceFiles {
  const nextFault = createFaultScript(options.faults ?? []);
  const stored = new Map<string, Uint8Array>();
  for (const [path, content] of Object.entries(options.files ?? {})) {
    const checked = parseWorkspacePath(path);
    if (checked.isErr()) throw new TypeError(checked.error.message);
    stored.set(path, typeof content === 'string' ? encode(content) : content.slice());
  }

  const isBelowFile = (path: string): boolean =>
    path.split('/').some((_, depth, names) => stored.has(names.slice(0, depth).join('/')));

  const inPlaceOfFile = (operation: string, path: string): WorkspaceFilesError | null => {
    if (isBelowFile(path))
      return workspaceErrors.storageFailure(
        `${operation} ${path}`,
        'a file stands where a directory should be (ENOTDIR)',
      );
    if ([...stored.keys()].some((known) => known.startsWith(`${path}/`)))
      return workspaceErrors.storageFailure(
        `${operation} ${path}`,
        'a directory stands where a file should be (EISDIR)',
      );
    return null;
  };

  /** Runs one call under the fault script. */
  const perform = <T>(
    op: WorkspaceFault['op'],
    path: string,
    effect: () => Result<T, WorkspaceFilesError>,
  ): ResultAsync<T, WorkspaceFilesError> => {
    const fault = nextFault(op);
    if (fault?.when === 'before') return strike(fault, path);
    const answer = effect();
    return fault === undefined ? settled(answer) : strike(fault, path);
  };

  const strike = (fault: WorkspaceFault, path: string): ResultAsync<never, WorkspaceFilesError> => {
    if (fault.as === 'crash') return new ResultAsync(Promise.reject(new SimulatedCrash(fault)));
    return settled(
      err(
        fault.as === 'conflict'
          ? workspaceErrors.conflict(path, null, null)
          : workspaceErrors.storageFailure(`${fault.op} ${path}`, 'scripted fault'),
      ),
    );
  };

  const at = <T>(
    op: WorkspaceFault['op'],
    path: string,
    work: (found: Uint8Array | null) => Result<T, WorkspaceFilesError>,
  ): ResultAsync<T, WorkspaceFilesError> =>
    perform(op, path, () =>
      parseWorkspacePath(path).andThen((checked): Result<T, WorkspaceFilesError> => {
        const misplaced = inPlaceOfFile(op === 'append' ? 'append to' : op, checked);
        return misplaced === null ? work(stored.get(checked) ?? null) : err(misplaced);
      }),
    );

  const under = (
    condition: WriteCondition,
    path: string,
    found: Uint8Array | null,
  ): Result<void, WorkspaceFilesError> => {
    const foundSha = found === null ? null : sha256Hex(found);
    const { expectedSha = foundSha } = condition;
    return expectedSha === foundSha ? ok(undefined) : err(workspaceErrors.conflict(path, expectedSha, foundSha));
  };

  return {
    read: (path) =>
      at<WorkspaceFile | null>('read', path, (found) => {
        if (found === null) return ok(null);
        const text = decode(found);
        return text === null ? err(workspaceErrors.notUtf8(path)) : ok({ text, sha: sha256Hex(found) });
      }),

    write: (path, text, condition = {}) =>
      workspaceErrors.checkText(text).asyncAndThen(() =>
        at('write', path, (found) =>
          under(condition, path, found).map(() => {
            stored.set(path, encode(text));
            return { sha: sha256Hex(text) };
          }),
        ),
      ),

    append: (path, text) =>
      workspaceErrors.checkText(text).asyncAndThen(() =>
        at('append', path, (found) => {
          stored.set(path, joined(found ?? new Uint8Array(), encode(text)));
          return ok(undefined);
        }),
      ),

    list: (folder) => {
      const checked = folder === undefined ? ok('') : parseWorkspacePath(folder).map((path) => `${path}/`);
      return perform('list', folder ?? '', () =>
        checked.andThen((prefix) =>
          folder !== undefined && (stored.has(folder) || isBelowFile(folder))
            ? err(workspaceErrors.storageFailure('list files', 'a file stands where a directory should be (ENOTDIR)'))
            : ok([...stored.keys()].filter((path) => path.startsWith(prefix)).sort((a, b) => (a < b ? -1 : 1))),
        ),
      );
    },

    remove: (path, condition = {}) =>
      at('remove', path, (found) => under(condition, path, found).map(() => ({ removed: stored.delete(path) }))),
  };
}

function settled<T>(result: Result<T, WorkspaceFilesError>): ResultAsync<T, WorkspaceFilesError> {
  return new ResultAsync(Promise.resolve(result));
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
