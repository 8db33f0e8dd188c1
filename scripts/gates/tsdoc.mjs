import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

// Every export carries a TSDoc comment, every exported function also an @example. Each example becomes a test in
// .cache/tsdoc-examples, is type-checked here and run by vitest. In an example, `expression; // => value` is an assertion.

const outFolder = resolve('.cache/tsdoc-examples');
const { config } = ts.readConfigFile('tsconfig.json', (file) => readFileSync(file, 'utf8'));
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, process.cwd());

/** @type {string[]} */
const problems = [];
/** @type {Map<string, string>} */
const examples = new Map();

const entries = readdirSync('packages').flatMap((name) => {
  const manifest = JSON.parse(readFileSync(join('packages', name, 'package.json'), 'utf8'));
  return Object.values(manifest.exports).flatMap((target) => {
    const source = target['@batonkit/source'];
    return source === undefined ? [] : [{ name, file: resolve('packages', name, source) }];
  });
});
const program = ts.createProgram(
  entries.map(({ file }) => file),
  options,
);
const checker = program.getTypeChecker();

for (const { name, file } of entries) {
  const sourceFile = program.getSourceFile(file);
  const moduleSymbol = sourceFile && checker.getSymbolAtLocation(sourceFile);
  if (moduleSymbol === undefined) {
    problems.push(`${file}: exports nothing.`);
    continue;
  }
  for (const exported of checker.getExportsOfModule(moduleSymbol)) {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const declaration = symbol.declarations?.[0];
    if (declaration === undefined || declaration.getSourceFile().fileName.includes('/node_modules/')) continue;
    inspect(name, exported.name, symbol, declaration);
  }
}

rmSync(outFolder, { recursive: true, force: true });
mkdirSync(outFolder, { recursive: true });
const written = [...examples].map(([title, code]) => {
  const file = join(outFolder, `${title.replaceAll(/[^\w-]+/g, '.')}.test.ts`);
  writeFileSync(file, toTest(title, code));
  return file;
});
const exampleProgram = ts.createProgram(written, { ...options, noUnusedLocals: false });
for (const diagnostic of ts.getPreEmitDiagnostics(exampleProgram)) {
  if (!diagnostic.file?.fileName.startsWith(outFolder)) continue;
  const { line } = diagnostic.file.getLineAndCharacterOfPosition(diagnostic.start ?? 0);
  const code = diagnostic.file.text.split('\n')[line];
  problems.push(
    `${diagnostic.file.fileName}: ${ts.flattenDiagnosticMessageText(diagnostic.messageText, ' ')}\n    ${code}`,
  );
}

for (const problem of problems) console.error(problem);
console.log(`${examples.size} examples, ${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);

/**
 * @param {string} packageName
 * @param {string} exportName
 * @param {import('typescript').Symbol} symbol
 * @param {import('typescript').Declaration} declaration
 */
function inspect(packageName, exportName, symbol, declaration) {
  const where = `${declaration.getSourceFile().fileName} (${exportName})`;
  if (symbol.getDocumentationComment(checker).length === 0) problems.push(`${where}: has no TSDoc comment.`);

  const type = checker.getTypeOfSymbolAtLocation(symbol, declaration);
  const isFunction = Boolean(symbol.flags & ts.SymbolFlags.Value) && type.getCallSignatures().length > 0;
  const tags = symbol.getJsDocTags(checker).filter((tag) => tag.name === 'example');
  if (isFunction && tags.length === 0) problems.push(`${where}: an exported function needs an @example.`);

  for (const [index, tag] of tags.entries()) {
    const text = ts.displayPartsToString(tag.text);
    const code = /```ts\n([\s\S]*?)```/.exec(text)?.[1];
    if (code === undefined) problems.push(`${where}: its @example holds no \`\`\`ts block.`);
    else examples.set(`${packageName} ${exportName}${index === 0 ? '' : ` ${index + 1}`}`, code);
  }
}

/**
 * @param {string} title
 * @param {string} code
 */
function toTest(title, code) {
  const lines = code.split('\n');
  const imports = lines.filter((line) => /^import .* from '.*';$/.test(line));
  const body = lines.filter((line) => !imports.includes(line)).map(toAssertion);
  return [
    `import { expect, test } from 'vitest';`,
    ...imports,
    `test(${JSON.stringify(`example of ${title}`)}, async () => {`,
    `  expect.hasAssertions();`,
    ...body,
    `});`,
    '',
  ].join('\n');
}

/** @param {string} line */
function toAssertion(line) {
  const match = /^(\s*)(.+?);\s*\/\/ => (.+)$/.exec(line);
  if (match === null) return line;
  const [, indent, expression, expected] = match;
  const declared = /^const (\w+)\b.*? = /.exec(expression ?? '');
  if (declared !== null) return `${indent}${expression}; expect(${declared[1]}).toEqual(${expected});`;
  return `${indent}expect(${expression}).toEqual(${expected});`;
}
