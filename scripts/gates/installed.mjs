import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { runQuietly } from '../ensure-ready.mjs';
import { installTarballs } from '../packaging/install-tarballs.mjs';
import { packPackages } from '../packaging/pack-packages.mjs';

// Every package as a stranger gets it: packed, installed into an empty project outside of the workspace, and used there from an
// ES module, from CommonJS by require, and by the compiler under each of the current module resolutions.

const project = mkdtempSync(join(tmpdir(), 'batonkit-stranger-'));
const installed = await installTarballs(project, await packPackages(project));
const entries = installed.flatMap(({ name, manifest }) =>
  Object.entries(manifest.exports)
    .filter(([, target]) => typeof target === 'object')
    .map(([subpath]) => join(name, subpath)),
);
/** @type {string[]} */
const problems = [];

writeFileSync(
  join(project, 'load.mjs'),
  `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
for (const entry of ${JSON.stringify(entries)}) {
  try {
    const required = Object.keys(require(entry));
    const imported = Object.keys(await import(entry));
    if (imported.length === 0) console.log(entry + ' exports nothing.');
    if (String(required) !== String(imported)) console.log(entry + ' differs between require and import.');
  } catch (error) {
    console.log(entry + ': ' + error.stack);
  }
}
`,
);
const useBaton = `
  const tasks = createMemoryTaskStore();
  const missing = await createBaton({ tasks }).startTurn('TASK-1', { role: 'implementer', actor: 'a' });
  if (missing.isOk() || missing.error.code !== 'ContextNotFound') throw new Error('createBaton does not work.');
`;
writeFileSync(
  join(project, 'use.cjs'),
  `const { createBaton } = require('@batonkit/core');
const { createMemoryTaskStore } = require('@batonkit/memory-adapter');
void (async () => {${useBaton}})();
`,
);
cpSync('examples', join(project, 'examples'), {
  recursive: true,
  filter: (source) => !source.includes('node_modules'),
});
for (const script of ['load.mjs', 'use.cjs', 'examples/hand-off/main.mjs']) {
  const { code, output } = await runQuietly(process.execPath, [script], project);
  if (code !== 0 || (script === 'load.mjs' && output !== '')) problems.push(`${script}:\n${output}`);
}
for (const { name, manifest } of installed) {
  for (const path of Object.values(manifest.bin ?? {})) {
    const file = join(project, 'node_modules', name, path);
    if (!existsSync(file) || !readFileSync(file, 'utf8').startsWith('#!/usr/bin/env node'))
      problems.push(`${name}: ${path} has no #! line.`);
    const { code, output } = await runQuietly(process.execPath, [file, '--help'], project);
    if (code !== 0) problems.push(`${name}: ${path} --help\n${output}`);
  }
}

const loads = entries.map((entry, at) => `import * as entry${at} from '${entry}';\nvoid entry${at};\n`).join('');
const used = `import { createBaton } from '@batonkit/core';
import { createMemoryTaskStore } from '@batonkit/memory-adapter';
export async function use(): Promise<void> {${useBaton}}
`;
writeFileSync(join(project, 'use.mts'), loads + used);
writeFileSync(join(project, 'use.cts'), loads + used);
check('node16', ['use.mts'], { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 });
check('nodenext', ['use.mts', 'use.cts'], {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
});
check('bundler', ['use.mts'], { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler });
rmSync(project, { recursive: true });

for (const problem of problems) console.error(problem);
console.log(`${entries.length} entries of ${installed.length} packages, ${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);

/**
 * Our own declarations are checked, those of dependencies are not ours to mend.
 *
 * @param {string} name
 * @param {string[]} files
 * @param {import('typescript').CompilerOptions} options
 */
function check(name, files, options) {
  const program = ts.createProgram(
    files.map((file) => join(project, file)),
    {
      ...options,
      target: ts.ScriptTarget.ES2022,
      strict: true,
      noEmit: true,
      types: ['node'],
      exactOptionalPropertyTypes: true,
    },
  );
  const ours = program
    .getSourceFiles()
    .filter(({ fileName }) => /\/@batonkit\/[^/]+\/dist\/|\/use\.[cm]ts$/.test(fileName));
  const found = [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...ours.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  ];
  for (const { file, start = 0, messageText } of found) {
    const where = file === undefined ? '' : `${file.fileName}:${file.getLineAndCharacterOfPosition(start).line + 1}`;
    problems.push(`${name}: ${where}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  }
}
