import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { listPackages, root } from './ensure-ready.mjs';

/** Every entry that a package exports, with its built declarations. */
export function listEntries() {
  return listPackages().flatMap((name) => {
    const folder = join(root, 'packages', name);
    const { name: title, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return Object.entries(exports).flatMap(([subpath, target]) =>
      typeof target === 'object'
        ? [{ name, folder, title: join(title, subpath), file: join(folder, target.types) }]
        : [],
    );
  });
}

/**
 * One program for all of them: a program for each package takes several times as long.
 * @param {ReturnType<typeof listEntries>} entries
 */
export function readDeclarations(entries) {
  return ts.createProgram(
    entries.map(({ file }) => file),
    {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      skipLibCheck: true,
      types: ['node'],
    },
  );
}
