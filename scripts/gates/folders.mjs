import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

// Folders of a package import each other one way: no circle of value imports. Types may point anywhere, since nothing runs through them.

/**
 * Imports that still close a circle, because the machine of core names its capabilities. Slices take them out (issue 23). Nothing may be added,
 * and what no longer exists has to go.
 * @type {Record<string, string[]>}
 */
const left = {
  core: [
    'commit/live-artifacts.ts imports protocol/protocol-artifacts.ts',
    'context/decide-completion.ts imports protocol/owner-fence.ts',
    'context/decide-completion.ts imports protocol/protocol-summary.ts',
    'context/decide-completion.ts imports protocol/unmet-by-protocol.ts',
    'context/decide-rebuild.ts imports protocol/void-approvals.ts',
    'delta/decide-delta.ts imports context/find-role.ts',
    'delta/delta-tracker.ts imports protocol/owner-fence.ts',
    'delta/resolve-drift.ts imports protocol/owner-fence.ts',
    'protocol/index.ts imports queue/order-queue.ts',
    'protocol/index.ts imports queue/read-batch-request.ts',
    'protocol/index.ts imports queue/task-queue.ts',
    'record/command.ts imports context/context-command.ts',
    'record/command.ts imports delta/delta-command.ts',
    'record/command.ts imports protocol/protocol-command.ts',
    'record/decide-env.ts imports protocol/protocol-facts.ts',
    'record/decide.ts imports context/decide-completion.ts',
    'record/decide.ts imports context/decide-context.ts',
    'record/decide.ts imports delta/decide-delta.ts',
    'record/decide.ts imports protocol/agents-of.ts',
    'record/decide.ts imports protocol/decide-protocol.ts',
    'record/decide.ts imports protocol/owner-fence.ts',
    'record/evolve.ts imports audit/chain-anchor.ts',
    'record/evolve.ts imports protocol/evolve-protocol.ts',
    'record/evolve.ts imports qa/keep-qa-runs.ts',
    'record/task-event.ts imports delta/worktree-snapshot.ts',
    'record/task-event.ts imports protocol/protocol-event.ts',
    'record/task-event.ts imports qa/qa-result.ts',
    'record/task-record.ts imports delta/worktree-snapshot.ts',
    'record/task-record.ts imports protocol/protocol-section.ts',
    'record/task-record.ts imports protocol/protocol-summary.ts',
    'record/task-record.ts imports qa/qa-result.ts',
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
