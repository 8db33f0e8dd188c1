import { AST_NODE_TYPES, ESLintUtils } from '@typescript-eslint/utils';

const STEPS = new Set(['andThen', 'asyncAndThen', 'orElse']);

/**
 * Errors are passed on in one way: what has more than one step that can fail is a function with early returns (`if (read.isErr()) return
 * err(read.error)`). A chain holds one such step at most, and its callback none.
 */
export const oneStepAtMost = ESLintUtils.RuleCreator.withoutDocs({
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      chained: 'This chain has a second step that can fail. Write an async function with early returns.',
      nested: 'This step is inside another one. Write an async function with early returns.',
      generator: 'Write an async function with early returns in place of safeTry.',
    },
  },
  defaultOptions: [],
  create(context) {
    return {
      CallExpression(node) {
        if (node.callee.type === AST_NODE_TYPES.Identifier && node.callee.name === 'safeTry')
          context.report({ node, messageId: 'generator' });
        if (!isStep(node)) return;
        if (hasStepBefore(node)) context.report({ node: node.callee, messageId: 'chained' });
        else if (isInsideStep(node)) context.report({ node: node.callee, messageId: 'nested' });
      },
    };
  },
});

/** @param {import('@typescript-eslint/utils').TSESTree.Node} node */
function isStep(node) {
  return (
    node.type === AST_NODE_TYPES.CallExpression &&
    node.callee.type === AST_NODE_TYPES.MemberExpression &&
    node.callee.property.type === AST_NODE_TYPES.Identifier &&
    STEPS.has(node.callee.property.name)
  );
}

/** @param {import('@typescript-eslint/utils').TSESTree.CallExpression} node */
function hasStepBefore(node) {
  /** @type {import('@typescript-eslint/utils').TSESTree.Node} */
  let before = node;
  while (before.type === AST_NODE_TYPES.CallExpression && before.callee.type === AST_NODE_TYPES.MemberExpression) {
    before = before.callee.object;
    if (isStep(before)) return true;
  }
  return false;
}

/** @param {import('@typescript-eslint/utils').TSESTree.Node} node */
function isInsideStep(node) {
  /** @type {import('@typescript-eslint/utils').TSESTree.Node | undefined} */
  let inner = node;
  for (let outer = node.parent; outer; inner = outer, outer = outer.parent) {
    if (isStep(outer) && outer.type === AST_NODE_TYPES.CallExpression && outer.arguments.some((each) => each === inner))
      return true;
    // A function with a name of its own is another function.
    if (outer.type === AST_NODE_TYPES.FunctionDeclaration) return false;
  }
  return false;
}
