import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

// Folders of a package import each other one way: no circle of value imports. Where the order of the folders is written down, types follow it too.

/**
 * The folders of a package from the lowest to the highest: each imports only those before it.
 * @type {Record<string, string[]>}
 */
const layers = {
  core: [
    'text',
    'result',
    'record',
    'slices',
    'machine',
    'audit',
    'ports',
    'commit',
    'attribution',
    'deltas',
    'contexts',
    'turns',
  ],
  protocol: [
    'words',
    'states',
    'section',
    'risk',
    'approval',
    'documents',
    'agents',
    'guards',
    'slice',
    'facts',
    'landing',
    'status',
    'service',
    'queue',
  ],
  'git-adapter': [
    'host',
    'locks',
    'names',
    'objects',
    'worktree',
    'isomorphic',
    'native',
    'linked-worktrees',
    'task-store',
  ],
  'fs-adapter': ['files', 'workspace-files', 'task-store'],
  workspace: ['documents', 'state-file', 'tiers', 'knowledge', 'dispatch'],
  'memory-adapter': ['worktree'],
  guard: ['policy', 'shell', 'judge', 'hooks'],
  secrets: ['values', 'probes', 'rules', 'scanner'],
  markdown: ['syntax', 'sections', 'references', 'tasks', 'reports', 'context'],
  operations: ['operation', 'contexts', 'deltas', 'protocol', 'queue', 'documents', 'proof'],
  capture: ['qa', 'sources', 'brief', 'standards', 'service'],
  conformance: ['processes', 'qa-parser', 'workspace-files', 'git-worktree', 'task-store', 'fault-lab'],
  cli: ['io', 'print', 'kit', 'doctor', 'hooks', 'command'],
};

/** @type {string[]} */
const problems = [];
for (const name of readdirSync('packages')) {
  const sources = join('packages', name, 'src');
  if (!existsSync(sources)) continue;
  const order = layers[name];
  const edges = readEdges(sources, order !== undefined);
  for (const edge of order === undefined ? [] : edges.filter(({ from, to }) => !isDownwards(order, from, to)))
    problems.push(`packages/${name}/src: ${describe(edge)}, which is upwards (${order?.join(' < ')}).`);
  for (const circle of findCircles(edges)) {
    const inside = edges.filter(({ from, to }) => circle.includes(from) && circle.includes(to));
    problems.push(`packages/${name}/src: ${circle.join(', ')} import each other in a circle:`);
    problems.push(...inside.map((edge) => `  ${describe(edge)}`));
  }
}
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);

/**
 * @param {string[]} order
 * @param {string} from
 * @param {string} to
 */
function isDownwards(order, from, to) {
  return order.includes(to) && order.indexOf(to) < order.indexOf(from);
}

/** @param {{ file: string; target: string }} edge */
function describe({ file, target }) {
  return `${file} imports ${target}`;
}

/**
 * Imports between the folders of a package: of values, and of types where they count.
 * @param {string} sources
 * @param {boolean} withTypes
 */
function readEdges(sources, withTypes) {
  const all = readdirSync(sources, { recursive: true, encoding: 'utf8' });
  return all
    .filter((file) => /\.ts$/.test(file) && !/\.(test|fixture)\.ts$/.test(file) && file.includes('/'))
    .flatMap((file) => {
      const text = ts.createSourceFile(file, readFileSync(join(sources, file), 'utf8'), ts.ScriptTarget.Latest);
      return readImports(text, withTypes).flatMap((specifier) => {
        const target = relative(sources, join(sources, dirname(file), specifier));
        const [from = '', to = ''] = [file.split('/')[0], target.split('/')[0]];
        return from === to || !target.includes('/') ? [] : [{ from, to, file, target }];
      });
    });
}

/**
 * @param {ts.SourceFile} source
 * @param {boolean} withTypes
 * @returns {string[]} relative specifiers
 */
function readImports(source, withTypes) {
  /** @type {string[]} */
  const found = [];
  const add = (/** @type {ts.Node | undefined} */ specifier) => {
    if (specifier !== undefined && ts.isStringLiteral(specifier) && specifier.text.startsWith('.'))
      found.push(specifier.text);
  };
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isImportDeclaration(node)) {
      const { importClause: clause } = node;
      const names = clause?.namedBindings;
      const onlyTypes =
        clause !== undefined &&
        (clause.isTypeOnly ||
          (clause.name === undefined &&
            names !== undefined &&
            ts.isNamedImports(names) &&
            names.elements.length > 0 &&
            names.elements.every(({ isTypeOnly }) => isTypeOnly)));
      if (withTypes || !onlyTypes) add(node.moduleSpecifier);
    } else if (ts.isExportDeclaration(node) && (withTypes || !node.isTypeOnly)) add(node.moduleSpecifier);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0]);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * Sets of folders that reach each other (Tarjan's strongly connected components with more than one member).
 * @param {{ from: string; to: string }[]} edges
 */
function findCircles(edges) {
  const names = [...new Set(edges.flatMap(({ from, to }) => [from, to]))].sort();
  const reach = new Map(names.map((name) => [name, reachable(name, edges)]));
  const circles = names.map((name) =>
    names.filter((other) => reach.get(name)?.has(other) && reach.get(other)?.has(name)),
  );
  return circles.filter((circle, index) => circle.length > 1 && circle[0] === names[index]);
}

/**
 * @param {string} start
 * @param {{ from: string; to: string }[]} edges
 */
function reachable(start, edges) {
  /** @type {Set<string>} */
  const seen = new Set();
  const waiting = [start];
  for (const name of waiting)
    for (const { from, to } of edges)
      if (from === name && !seen.has(to)) {
        seen.add(to);
        waiting.push(to);
      }
  return seen;
}
