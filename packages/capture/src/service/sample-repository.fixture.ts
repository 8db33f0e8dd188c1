import { createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { orThrow, type WorkspaceFiles } from '@batonkit/core';

const root = fileURLToPath(new URL('../../../../examples/capture/repository', import.meta.url));

/** How the sample repository is captured. */
export const sampleRequest = {
  taskFile: 'tasks/TASK-0824.task.yaml',
  standardsMap: 'standards/map.yaml',
  scopeMacros: 'docs/scope-globs.json',
} as const;

/** The files of `examples/capture/repository` by path, with LF whatever git made of them. */
export function sampleRepository(changes: Readonly<Record<string, string | null>> = {}): Record<string, string> {
  const files = Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [
        path.slice(root.length + 1).replaceAll('\\', '/'),
        readFileSync(path, 'utf8').replaceAll('\r\n', '\n'),
      ]),
  );
  for (const [path, text] of Object.entries(changes)) {
    if (text === null) delete files[path];
    else files[path] = text;
  }
  return files;
}

/** Files in memory. */
export async function inMemory(texts: Readonly<Record<string, string>>): Promise<WorkspaceFiles> {
  const files = createMemoryWorkspaceFiles();
  for (const [path, text] of Object.entries(texts)) await orThrow(files.write(path, text));
  return files;
}
