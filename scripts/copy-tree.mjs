import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listPackages, root } from './ensure-ready.mjs';

/** The tree with its builds, and with node_modules whose workspace links stay inside the copy. */
export function copyTree() {
  const target = mkdtempSync(join(tmpdir(), 'batonkit-copy-'));
  const skipped = new Set([join(root, 'node_modules'), join(root, '.git')]);
  cpSync(root, target, { recursive: true, verbatimSymlinks: true, filter: (source) => !skipped.has(source) });
  mkdirSync(join(target, 'node_modules', '@batonkit'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@batonkit') symlinkSync(join(root, 'node_modules', name), join(target, 'node_modules', name));
  }
  for (const name of listPackages())
    symlinkSync(join(target, 'packages', name), join(target, 'node_modules', '@batonkit', name));
  return target;
}
