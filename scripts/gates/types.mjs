import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { collectMarkdownExamples } from '../examples/collect-markdown-examples.mjs';
import { collectTsdocExamples, listEntries } from '../examples/collect-tsdoc-examples.mjs';
import { examplesFolder, writeExampleTests } from '../examples/write-example-tests.mjs';

// Sources, tests, scripts and all examples in one program, because to read and bind them is half of the work. What the compiler
// found out about files that did not change since, nor anything they import, it reads from .cache/types.tsbuildinfo.
// The examples of TSDoc and of the documentation become tests in .cache/examples, are type-checked here and run by vitest.
//   node scripts/gates/types.mjs              everything
//   node scripts/gates/types.mjs --examples   only what the packages export, and the examples: quicker while writing them

const { config } = ts.readConfigFile('tsconfig.json', (file) => readFileSync(file, 'utf8'));
const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
const IMPLICIT_ANY = [7005, 7006, 7019, 7031, 7034];
const onlyExamples = process.argv.includes('--examples');
const sources = onlyExamples ? listEntries().map(({ file }) => file) : fileNames;

const remembering = {
  ...options,
  incremental: true,
  tsBuildInfoFile: join(process.cwd(), '.cache', onlyExamples ? 'examples.tsbuildinfo' : 'types.tsbuildinfo'),
};
/** @type {ts.CompilerHost} */
const host = ts.createIncrementalCompilerHost(remembering);
const read = host.getSourceFile.bind(host);
/** @type {Map<string, ts.SourceFile | undefined>} */
const parsed = new Map();
host.getSourceFile = (/** @type {Parameters<typeof read>} */ ...args) => {
  const [name] = args;
  if (!parsed.has(name)) parsed.set(name, read(...args));
  return parsed.get(name);
};

const program = ts.createProgram(sources, remembering, host);
const { examples: fromTsdoc, problems } = collectTsdocExamples(program);
const examples = [...fromTsdoc, ...collectMarkdownExamples()];
const written = writeExampleTests(examples);

const whole = ts.createIncrementalProgram({
  rootNames: [...sources, ...written],
  options: remembering,
  host,
  createProgram: ts.createEmitAndSemanticDiagnosticsBuilderProgram,
});
const diagnostics = [
  ...whole.getConfigFileParsingDiagnostics(),
  ...whole.getOptionsDiagnostics(),
  ...whole.getSyntacticDiagnostics(),
  ...whole.getGlobalDiagnostics(),
  ...whole.getSemanticDiagnostics(),
];
whole.emit();
for (const diagnostic of diagnostics) {
  const { file, start = 0, messageText, code } = diagnostic;
  const message = `TS${code}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  // The documentation has plain JavaScript, where a parameter has no type.
  if (file?.fileName.includes('.md.block.') && IMPLICIT_ANY.includes(code)) continue;
  if (file === undefined) {
    problems.push(message);
  } else if (!onlyExamples || file.fileName.startsWith(examplesFolder)) {
    const { line } = file.getLineAndCharacterOfPosition(start);
    const source = file.text.split('\n')[line];
    problems.push(`${relative(process.cwd(), file.fileName)}:${line + 1}: ${message}\n    ${source}`);
  }
}

for (const problem of problems) console.error(problem);
console.log(`${sources.length} files, ${examples.length} examples, ${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);
