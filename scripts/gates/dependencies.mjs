import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

// Dependencies point one way: cli -> mcp-server -> operations -> batonkit -> capture, guard -> protocol, workspace -> core -> markdown, secrets; adapters and conformance -> core.
// Adapters do not import each other; only memory-adapter's in-memory worktree may use the isomorphic git engine.
/** @type {Record<string, string[]>} */
const allowed = {
  markdown: [],
  secrets: [],
  core: ['markdown', 'secrets'],
  capture: ['core', 'markdown'],
  protocol: ['core', 'markdown', 'secrets'],
  workspace: ['core', 'markdown'],
  guard: ['protocol', 'workspace', 'core', 'markdown', 'secrets'],
  batonkit: ['capture', 'guard', 'protocol', 'workspace', 'core'],
  operations: ['batonkit', 'capture', 'guard', 'protocol', 'workspace', 'core', 'markdown'],
  conformance: ['core'],
  'memory-adapter': ['core', 'git-adapter'],
  'fs-adapter': ['core'],
  'git-adapter': ['core'],
  'postgres-adapter': ['core'],
  'mcp-server': ['core', 'protocol', 'operations', 'memory-adapter', 'fs-adapter', 'git-adapter', 'postgres-adapter'],
  cli: [
    'batonkit',
    'guard',
    'protocol',
    'core',
    'operations',
    'mcp-server',
    'memory-adapter',
    'fs-adapter',
    'git-adapter',
    'postgres-adapter',
  ],
};

/** @type {string[]} */
const violations = [];
for (const name of readdirSync('packages')) {
  const targets = allowed[name];
  if (targets === undefined) {
    violations.push(`packages/${name}: not in the table of scripts/gates/dependencies.mjs; add what it may depend on.`);
    continue;
  }
  const manifest = JSON.parse(readFileSync(join('packages', name, 'package.json'), 'utf8'));
  const declared = { ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.optionalDependencies };
  for (const dependency of Object.keys(declared)) check(`packages/${name}/package.json`, dependency, targets);
  for (const file of sourceFiles(join('packages', name, 'src'))) {
    const { importedFiles } = ts.preProcessFile(readFileSync(file, 'utf8'), true, true);
    for (const { fileName } of importedFiles) {
      check(file, fileName, [...targets, name]);
      const parts = fileName.split('/');
      const packageName = fileName.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '');
      const known = /^(\.|node:)/.test(fileName) || packageName in declared || packageName === manifest.name;
      if (!known)
        violations.push(
          `${file}: imports ${fileName}, which packages/${name}/package.json does not list under dependencies.`,
        );
      if (fileName.startsWith('.') && !join(file, '..', fileName).startsWith(join('packages', name))) {
        violations.push(`${file}: reaches out of its package with ${fileName}.`);
      }
    }
  }
}

for (const violation of violations) console.error(violation);
process.exit(violations.length === 0 ? 0 : 1);

/**
 * @param {string} where
 * @param {string} dependency
 * @param {string[]} targets
 */
function check(where, dependency, targets) {
  const target = /^(?:@batonkit\/([^/]+)|(batonkit))(?:\/|$)/
    .exec(dependency)
    ?.slice(1)
    .find((name) => name !== undefined);
  if (target !== undefined && !targets.includes(target)) {
    violations.push(`${where}: may not depend on ${dependency} (allowed: ${targets.join(', ') || 'nothing'}).`);
  }
}

/**
 * Tests and fixtures may use anything; only what is published counts.
 * @param {string} folder
 * @returns {string[]}
 */
function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourceFiles(path);
    return /\.ts$/.test(entry.name) && !/\.(test|fixture)\.ts$/.test(entry.name) ? [path] : [];
  });
}
