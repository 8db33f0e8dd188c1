import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** Where scripts/test-projects.mjs looks for the examples. */
export const examplesFolder = resolve('.cache/examples');

/**
 * Writes each example as a test of its own.
 *
 * @param {import('./collect-tsdoc-examples.mjs').Example[]} examples
 * @returns {string[]} the files
 */
export function writeExampleTests(examples) {
  rmSync(examplesFolder, { recursive: true, force: true });
  return examples.map((example) => {
    const folder = join(examplesFolder, example.packageName);
    mkdirSync(folder, { recursive: true });
    const dependencies = resolve('packages', example.packageName, 'node_modules');
    const link = join(folder, 'node_modules');
    if (example.packageName !== '' && existsSync(dependencies) && !existsSync(link))
      symlinkSync(relative(folder, dependencies), link);
    const file = join(folder, `${example.title.replaceAll(/[^\w-]+/g, '.')}${example.run ? '.test' : ''}.ts`);
    writeFileSync(file, toTest(example));
    return file;
  });
}

/** @param {import('./collect-tsdoc-examples.mjs').Example} example */
function toTest({ title, code, run, asserts }) {
  const imports = code.match(/^import [^;]*;.*$/gm) ?? [];
  const body = imports.reduce((rest, statement) => rest.replace(statement, ''), code);
  // An example of a test is one.
  if (imports.some((statement) => statement.includes("'vitest'"))) return code;
  if (!run) return `${imports.join('\n')}\nexport async function example() {\n${body}\n}\n`;
  return [
    `import { expect, test } from 'vitest';`,
    ...(asserts
      ? []
      : [`import { inScratchRepository } from '${resolve('scripts/examples/in-scratch-repository.ts')}';`]),
    ...imports,
    `test(${JSON.stringify(`example of ${title}`)}, async () => {`,
    ...(asserts ? ['  expect.hasAssertions();'] : ['await inScratchRepository(async () => {']),
    ...body.split('\n').map(toAssertion),
    ...(asserts ? [] : ['}); expect(true).toBe(true);']),
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
