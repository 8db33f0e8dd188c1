import { AST_NODE_TYPES, ESLintUtils } from '@typescript-eslint/utils';

const RESULT_TYPES = new Set(['Result', 'Ok', 'Err', 'ResultAsync']);

/**
 * A statement may not evaluate to a neverthrow Result (or a promise of one) and ignore it:
 * a dropped Result is a swallowed error. `void` does not excuse it either.
 */
export const noDroppedResult = ESLintUtils.RuleCreator.withoutDocs({
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      dropped: 'This Result is dropped, so its error is lost. Return it, assign it, or handle both outcomes.',
    },
  },
  defaultOptions: [],
  create(context) {
    const services = ESLintUtils.getParserServices(context);
    const checker = services.program.getTypeChecker();

    /** @param {import('typescript').Type} type @returns {boolean} */
    function isResult(type) {
      if (type.isUnion()) return type.types.some(isResult);
      const name = (type.aliasSymbol ?? type.symbol)?.name;
      if (name !== undefined && RESULT_TYPES.has(name) && declaredByNeverthrow(type)) return true;
      const awaited = checker.getAwaitedType(type);
      return awaited !== undefined && awaited !== type && isResult(awaited);
    }

    return {
      ExpressionStatement(node) {
        const expression =
          node.expression.type === AST_NODE_TYPES.UnaryExpression && node.expression.operator === 'void'
            ? node.expression.argument
            : node.expression;
        if (expression.type === AST_NODE_TYPES.AssignmentExpression) return;
        if (isResult(services.getTypeAtLocation(expression))) context.report({ node, messageId: 'dropped' });
      },
    };
  },
});

/** @param {import('typescript').Type} type */
function declaredByNeverthrow(type) {
  const declarations = (type.aliasSymbol ?? type.symbol)?.getDeclarations() ?? [];
  return declarations.some((declaration) => declaration.getSourceFile().fileName.includes('neverthrow'));
}
