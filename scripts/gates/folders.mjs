import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

// Folders of a package import each other one way, in an order that is written down; types follow it too. Files beside the folders are the
// doors of the package, such as index.ts: they import what they like, and no folder imports them.

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
  'fs-adapter': ['files', 'qa-runner', 'workspace-files', 'task-store'],
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
  const order = layers[name] ?? [];
  const folders = readdirSync(sources, { withFileTypes: true }).flatMap((each) =>
    each.isDirectory() ? [each.name] : [],
  );
  const unknown = folders.filter((folder) => !order.includes(folder));
  const gone = order.filter((folder) => !folders.includes(folder));
  for (const folder of [...unknown, ...gone])
    problems.push(
      `packages/${name}/src: the order of the folders and what is there differ in ${folder}/. Fix the row.`,
    );
  const edges = readEdges(sources);
  for (const edge of edges.filter(({ from, to }) => !isDownwards(order, from, to)))
    problems.push(`packages/${name}/src: ${describe(edge)}, which is upwards (${order.join(' < ')}).`);
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
 * Imports from a folder of a package to another, or to a file beside the folders.
 * @param {string} sources
 */
function readEdges(sources) {
  const all = readdirSync(sources, { recursive: true, encoding: 'utf8' });
  return all
    .filter((file) => /\.ts$/.test(file) && !/\.(test|fixture)\.ts$/.test(file) && file.includes('/'))
    .flatMap((file) => {
      const text = ts.createSourceFile(file, readFileSync(join(sources, file), 'utf8'), ts.ScriptTarget.Latest);
      return readImports(text).flatMap((specifier) => {
        const target = relative(sources, join(sources, dirname(file), specifier));
        const [from = '', to = ''] = [file.split('/')[0], target.split('/')[0]];
        return from === to ? [] : [{ from, to, file, target }];
      });
    });
}

/**
 * @param {ts.SourceFile} source
 * @returns {string[]} relative specifiers
 */
function readImports(source) {
  /** @type {string[]} */
  const found = [];
  const visit = (/** @type {ts.Node} */ node) => {
    const specifier =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
          ? node.argument.literal
          : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
            ? node.arguments[0]
            : undefined;
    if (specifier !== undefined && ts.isStringLiteral(specifier) && specifier.text.startsWith('.'))
      found.push(specifier.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
