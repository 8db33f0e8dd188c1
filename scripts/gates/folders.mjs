import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

// Folders of a package import each other one way: no circle of value imports. Types may point anywhere, since nothing runs through them.

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
    'queue',
    'protocol',
  ],
};

/**
 * Imports upwards that are left, because the machine of core names its capabilities. Slices take them out (issue 23). Nothing may be added,
 * and what no longer exists has to go.
 * @type {Record<string, string[]>}
 */
const left = {
  core: [
    'deltas/delta-tracker.ts imports protocol/owner-fence.ts',
    'deltas/resolve-drift.ts imports protocol/owner-fence.ts',
    'machine/command.ts imports protocol/protocol-command.ts',
    'machine/decide-completion.ts imports protocol/owner-fence.ts',
    'machine/decide-completion.ts imports protocol/protocol-summary.ts',
    'machine/decide-completion.ts imports protocol/unmet-by-protocol.ts',
    'machine/decide-env.ts imports protocol/protocol-facts.ts',
    'machine/decide-rebuild.ts imports protocol/void-approvals.ts',
    'machine/decide.ts imports protocol/agents-of.ts',
    'machine/decide.ts imports protocol/decide-protocol.ts',
    'machine/decide.ts imports protocol/owner-fence.ts',
    'machine/evolve.ts imports audit/chain-anchor.ts',
    'machine/evolve.ts imports protocol/evolve-protocol.ts',
    'machine/live-artifacts.ts imports protocol/protocol-artifacts.ts',
    'machine/task-event.ts imports protocol/protocol-event.ts',
    'machine/task-record.ts imports protocol/protocol-section.ts',
    'machine/task-record.ts imports protocol/protocol-summary.ts',
    'queue/order-queue.ts imports protocol/main-lock-task.ts',
    'queue/order-queue.ts imports protocol/match-words.ts',
    'queue/read-batch-request.ts imports protocol/phrases.ts',
    'queue/read-batch-request.ts imports protocol/spoken-text.ts',
    'slices/context-command.ts imports machine/task-record.ts',
  ],
};

/** @type {string[]} */
const problems = [];
for (const name of readdirSync('packages')) {
  const sources = join('packages', name, 'src');
  if (!existsSync(sources)) continue;
  const edges = readEdges(sources);
  const known = left[name] ?? [];
  const kept = edges.filter((edge) => !known.includes(describe(edge)));
  const order = layers[name];
  for (const edge of order === undefined ? [] : kept.filter(({ from, to }) => !isDownwards(order, from, to)))
    problems.push(`packages/${name}/src: ${describe(edge)}, which is upwards (${order?.join(' < ')}).`);
  for (const gone of known.filter((each) => !edges.some((edge) => describe(edge) === each)))
    problems.push(`scripts/gates/folders.mjs: "${gone}" is not there any more; take it off the list.`);
  for (const circle of findCircles(kept)) {
    const inside = kept.filter(({ from, to }) => circle.includes(from) && circle.includes(to));
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
 * Value imports between the folders of a package.
 * @param {string} sources
 */
function readEdges(sources) {
  const all = readdirSync(sources, { recursive: true, encoding: 'utf8' });
  return all
    .filter((file) => /\.ts$/.test(file) && !/\.(test|fixture)\.ts$/.test(file) && file.includes('/'))
    .flatMap((file) => {
      const text = ts.createSourceFile(file, readFileSync(join(sources, file), 'utf8'), ts.ScriptTarget.Latest);
      return readValueImports(text).flatMap((specifier) => {
        const target = relative(sources, join(sources, dirname(file), specifier));
        const [from = '', to = ''] = [file.split('/')[0], target.split('/')[0]];
        return from === to || !target.includes('/') ? [] : [{ from, to, file, target }];
      });
    });
}

/**
 * @param {ts.SourceFile} source
 * @returns {string[]} relative specifiers
 */
function readValueImports(source) {
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
      if (!onlyTypes) add(node.moduleSpecifier);
    } else if (ts.isExportDeclaration(node) && !node.isTypeOnly) add(node.moduleSpecifier);
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
