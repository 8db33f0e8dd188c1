import { readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import ts from 'typescript';
import { listPackages, root } from './ensure-ready.mjs';
import { listEntries, readDeclarations } from './list-entries.mjs';

// What each package promises to the compiler, from its built declarations, so that a change to it shows in a review.
//   node scripts/api.mjs           compares with packages/*/api.md
//   node scripts/api.mjs --write   writes them

const all = listEntries();
const program = readDeclarations(all);
const checker = program.getTypeChecker();
const printer = ts.createPrinter({ removeComments: true });

let stale = 0;
for (const name of listPackages()) {
  const entries = all.filter((entry) => entry.name === name);
  const folder = join(root, 'packages', name);
  const file = join('packages', name, 'api.md');
  const text = [
    `# API of ${entries[0]?.title}`,
    'Written by `npm run api` from the built declarations. Names that are marked as internal cannot be imported, but types that can be are made of them.',
    ...describe(folder, entries),
    '',
  ].join('\n\n');
  if (process.argv.includes('--write')) writeFileSync(file, text);
  else if (readOrEmpty(file) !== text) {
    stale += 1;
    console.error(`${file} does not match the code. Run npm run api and review the difference.`);
  }
}
process.exit(stale === 0 ? 0 : 1);

/**
 * @param {string} folder
 * @param {{ title: string; file: string }[]} entries
 */
function describe(folder, entries) {
  /** @type {Set<ts.Symbol>} */
  const told = new Set();
  const sections = entries.map(({ title, file }) => {
    const source = program.getSourceFile(file);
    const entry = source && checker.getSymbolAtLocation(source);
    if (entry === undefined) throw new Error(`${file} is not there. Run npm run build first.`);
    const lines = checker
      .getExportsOfModule(entry)
      .sort((a, b) => compare(a.name, b.name))
      .map((exported) => {
        const symbol = resolveAlias(exported);
        if (told.has(symbol) || !isOurs(symbol, folder)) return `export { ${exported.name} }; // ${originOf(symbol)}`;
        told.add(symbol);
        return print(symbol);
      });
    return `## ${title}\n\n\`\`\`ts\n${lines.join('\n')}\n\`\`\``;
  });

  /** @type {Map<ts.Symbol, string>} */
  const internal = new Map();
  for (const symbol of told) for (const met of namesIn(symbol)) remember(met);
  for (const [symbol] of internal) for (const met of namesIn(symbol)) remember(met);
  const texts = [...internal.values()].sort(compare);
  return texts.length === 0 ? sections : [...sections, `## Internal\n\n\`\`\`ts\n${texts.join('\n')}\n\`\`\``];

  /** @param {ts.Symbol} symbol */
  function remember(symbol) {
    if (!told.has(symbol) && !internal.has(symbol) && isOurs(symbol, folder)) internal.set(symbol, print(symbol));
  }
}

/** @param {ts.Symbol} symbol */
function resolveAlias(symbol) {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/**
 * @param {ts.Symbol} symbol
 * @param {string} folder
 */
function isOurs(symbol, folder) {
  const declaration = symbol.declarations?.[0];
  return declaration !== undefined && declaration.getSourceFile().fileName.startsWith(join(folder, 'dist') + sep);
}

/** @param {ts.Symbol} symbol */
function originOf(symbol) {
  const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? '';
  return (
    /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ??
    file
      .replace(root + sep, '')
      .split(sep)
      .slice(0, 2)
      .join('/')
  );
}

/** @param {ts.Symbol} symbol */
function print(symbol) {
  return (symbol.declarations ?? [])
    .map((declaration) => {
      const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
      return printer.printNode(ts.EmitHint.Unspecified, statement, declaration.getSourceFile());
    })
    .sort(compare)
    .join('\n');
}

/**
 * The types that a declaration is made of.
 * @param {ts.Symbol} symbol
 */
function namesIn(symbol) {
  /** @type {ts.Symbol[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    const name = ts.isImportTypeNode(node) ? node.qualifier : ts.isIdentifier(node) ? node : undefined;
    const met = name && checker.getSymbolAtLocation(name);
    if (met !== undefined && met !== symbol) {
      const real = resolveAlias(met);
      const declaration = real.declarations?.[0];
      if (declaration !== undefined && isTopLevel(declaration)) found.push(real);
    }
    ts.forEachChild(node, visit);
  };
  for (const declaration of symbol.declarations ?? []) visit(declaration);
  return found;
}

/** @param {ts.Declaration} declaration */
function isTopLevel(declaration) {
  const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  return statement.parent !== undefined && ts.isSourceFile(statement.parent);
}

/**
 * @param {string} a
 * @param {string} b
 */
function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** @param {string} file */
function readOrEmpty(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
