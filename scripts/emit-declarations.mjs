import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import ts from 'typescript';
import { listPackages, root } from './ensure-ready.mjs';

// Writes dist/**/*.d.ts of every package out of one program: the packages share most of their types, and a program for
// each of them (or a bundler of declarations) takes several times as long. What has a wrong type is found by the gates.

const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (file) => readFileSync(file, 'utf8'));
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
const folders = listPackages().map((name) => join(root, 'packages', name));
const entries = folders.flatMap((folder) => {
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return Object.values(exports).flatMap((target) =>
    typeof target === 'object' ? [resolve(folder, target['@batonkit/source'])] : [],
  );
});

/** @type {Map<string, string>} by the path in dist */
const declarations = new Map();
const { diagnostics } = ts
  .createProgram(entries, { ...options, noEmit: false, allowJs: false, declaration: true, emitDeclarationOnly: true })
  .emit(undefined, (file, text) => declarations.set(inDist(file), nameBuiltFiles(text)));

const waiting = entries.map((entry) => inDist(entry.replace(/\.ts$/, '.d.ts')));
const reachable = new Set(waiting);
for (const file of waiting) {
  const text = declarations.get(file) ?? '';
  for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
    const target = join(dirname(file), fileName.replace(/\.js$/, '.d.ts'));
    if (!fileName.startsWith('.') || reachable.has(target)) continue;
    reachable.add(target);
    waiting.push(target);
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

for (const { file, start, messageText } of diagnostics) {
  const line = file === undefined ? '' : file.getLineAndCharacterOfPosition(start ?? 0).line + 1;
  console.error(`${file?.fileName}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
}
process.exit(diagnostics.length === 0 ? 0 : 1);

/** @param {string} file */
function inDist(file) {
  const folder = folders.find((one) => file.startsWith(join(one, 'src') + sep));
  if (folder === undefined) throw new Error(`${file} would be published, but is not in the src folder of a package.`);
  return join(folder, 'dist', relative(join(folder, 'src'), file));
}

/**
 * The compiler leaves `./x.ts` in declarations as it is.
 * @param {string} text
 */
function nameBuiltFiles(text) {
  return text.replaceAll(/\b(from |import |import\()(['"])(\.\.?\/[^'"\n]*)\.ts\2/g, '$1$2$3.js$2');
}
