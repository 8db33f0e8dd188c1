import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { root, runQuietly } from '../ensure-ready.mjs';
import { collectPrograms } from '../examples/collect-programs.mjs';
import { installPacked, readInstalled } from '../packaging/install-packed.mjs';
import { packPackages } from '../packaging/pack-packages.mjs';

// Every package as a stranger gets it: packed, installed into empty projects outside of the workspace by npm, pnpm and bun with the lines of the
// quick start, and used there from an ES module, from CommonJS by require, by the compiler under each of the current module resolutions, and by
// the programs of the documentation.

const folder = mkdtempSync(join(tmpdir(), 'batonkit-stranger-'));
/** @type {string[]} */
const problems = [];
const packed = await packPackages(join(folder, 'packed'));
const project = join(folder, 'pnpm');
const lines = readFileSync('docs/quick-start.md', 'utf8').matchAll(/(?<=^\$ )(\w+) (?:install|add) \S+\.tgz/gm);
const outcomes = await Promise.all(
  Array.from(lines, async ([line, manager = '']) => ({
    ...(await installPacked(join(folder, manager), line, join(folder, 'packed'))),
    line,
    manager,
  })),
);
for (const manager of ['npm', 'pnpm', 'bun']) {
  const outcome = outcomes.find((one) => one.manager === manager);
  if (outcome === undefined)
    problems.push(`docs/quick-start.md has no line that installs the packages with ${manager}.`);
  else if (outcome.code !== 0) problems.push(`${outcome.line}:\n${outcome.output}`);
}
const projects = outcomes.flatMap(({ code, manager }) => (code === 0 ? [join(folder, manager)] : []));
if (!projects.includes(project)) finish(0);

const installed = packed.map(({ name }) => ({ name, manifest: readInstalled(project, name) }));
const entries = installed.flatMap(({ name, manifest }) =>
  Object.entries(manifest.exports)
    .filter(([, target]) => typeof target === 'object')
    .map(([subpath]) => join(name, subpath)),
);

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
  `const { createBaton } = require('batonkit');
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
const programs = collectPrograms();
for (const [index, { document, file, code: text, runs }] of programs.entries()) {
  // Those beside the lines that install the packages, after each of these; the others once.
  for (const at of document === 'docs/quick-start.md' ? projects : projects.slice(0, 1)) {
    // Where a reader would be: in a git repository, with the packages installed.
    const directory = join(at, `program-${index}`);
    mkdirSync(directory);
    writeFileSync(join(directory, file), text);
    const start = 'git init -q && git -c user.name=a -c user.email=a@example.org commit -q --allow-empty -m Start';
    const { code, output } = await runQuietly(
      'sh',
      ['-c', `${start} && node ${runs ? '' : '--check '}${file}`],
      directory,
    );
    if (code !== 0)
      problems.push(`${document}: node ${file} (program ${index + 1}) in a project of ${basename(at)}:\n${output}`);
  }
}
for (const { name, manifest } of installed) {
  for (const [command, path] of Object.entries(manifest.bin ?? {})) {
    const file = join(project, 'node_modules', name, path);
    if (!existsSync(file) || !readFileSync(file, 'utf8').startsWith('#!/usr/bin/env node'))
      problems.push(`${name}: ${path} has no #! line.`);
    for (const at of projects) {
      const { code, output } = await runQuietly(join(at, 'node_modules', '.bin', command), ['--help'], at);
      if (code !== 0) problems.push(`${name}: ${command} --help in a project of ${basename(at)}\n${output}`);
    }
  }
}

const loads = entries.map((entry, at) => `import * as entry${at} from '${entry}';\nvoid entry${at};\n`).join('');
const used = `import { createBaton } from 'batonkit';
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
finish(entries.length);

/** @param {number} entryCount */
function finish(entryCount) {
  rmSync(folder, { recursive: true });
  for (const problem of problems) console.error(problem);
  console.log(`${entryCount} entries of ${packed.length} packages, ${problems.length} problems`);
  process.exit(problems.length === 0 ? 0 : 1);
}

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
      typeRoots: [join(root, 'node_modules', '@types')],
      exactOptionalPropertyTypes: true,
    },
  );
  const ours = program
    .getSourceFiles()
    .filter(({ fileName }) => /\/(@batonkit\/[^/]+|batonkit)\/dist\/|\/use\.[cm]ts$/.test(fileName));
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
