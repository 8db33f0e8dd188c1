import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import ts from 'typescript';

/**
 * @typedef {object} Example
 * @property {string} title
 * @property {string} packageName whose dependencies it may import; '' for those of the root
 * @property {string} code
 * @property {boolean} run false: it is only compiled
 * @property {boolean} asserts true: it has to show a result by `expression; // => value`
 */

/** The sources behind the `exports` of every package. */
export function listEntries() {
  return readdirSync('packages').flatMap((name) => {
    const manifest = JSON.parse(readFileSync(join('packages', name, 'package.json'), 'utf8'));
    return Object.values(manifest.exports).flatMap((target) => {
      const source = target['@batonkit/source'];
      return source === undefined ? [] : [{ name, file: resolve('packages', name, source) }];
    });
  });
}

/**
 * Every export carries a TSDoc comment, every exported function also an `@example`, unless it is exported as `internal` only.
 *
 * @param {import('typescript').Program} program that holds the entries
 * @returns {{ examples: Example[]; problems: string[] }}
 */
export function collectTsdocExamples(program) {
  const checker = program.getTypeChecker();
  /** @type {string[]} */
  const problems = [];
  /** @type {Map<string, Example>} */
  const examples = new Map();

  for (const { name, file } of listEntries()) {
    const isInternal = basename(file) === 'internal.ts';
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
      inspect(name, exported.name, symbol, declaration, isInternal);
    }
  }
  return { examples: [...examples.values()], problems };

  /**
   * @param {string} packageName
   * @param {string} exportName
   * @param {import('typescript').Symbol} symbol
   * @param {import('typescript').Declaration} declaration
   * @param {boolean} isInternal for Batonkit's own packages, who read the source
   */
  function inspect(packageName, exportName, symbol, declaration, isInternal) {
    const where = `${declaration.getSourceFile().fileName} (${exportName})`;
    if (symbol.getDocumentationComment(checker).length === 0) problems.push(`${where}: has no TSDoc comment.`);

    const type = checker.getTypeOfSymbolAtLocation(symbol, declaration);
    const isFunction = Boolean(symbol.flags & ts.SymbolFlags.Value) && type.getCallSignatures().length > 0;
    const tags = symbol.getJsDocTags(checker).filter((tag) => tag.name === 'example');
    if (isFunction && tags.length === 0 && !isInternal)
      problems.push(`${where}: an exported function needs an @example.`);

    for (const [index, tag] of tags.entries()) {
      const code = /```ts\n([\s\S]*?)```/.exec(ts.displayPartsToString(tag.text))?.[1];
      const title = `${packageName} ${exportName}${index === 0 ? '' : ` ${index + 1}`}`;
      if (code === undefined) problems.push(`${where}: its @example holds no \`\`\`ts block.`);
      else examples.set(title, { title, packageName, code, run: true, asserts: true });
    }
  }
}
