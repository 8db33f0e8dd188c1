import { err, failure, type Failure, ok, type Result } from '@batonkit/core';
import { deepFreeze } from '@batonkit/core/internal';
import { parseYamlSource } from '@batonkit/core/text/yaml';
import { type RiskRules, RiskRulesSchema } from './risk-rules.ts';

/** A rules file that cannot be used; `data.problems` lists everything that is wrong, with its line. */
export type RiskRulesInvalid = Failure<
  'SchemaViolation',
  { readonly file: string; readonly problems: readonly { readonly line: number | null; readonly detail: string }[] }
>;

/**
 * Reads a repository's rules file. Fails with `SchemaViolation`, naming every fault with its line; a key given twice is one.
 *
 * @example
 * ```ts
 * import { classifyRisk } from '@batonkit/protocol';
 * import { parseRiskRules } from '@batonkit/protocol/rules';
 *
 * const text = 'version: 1\nlevels:\n  HIGH: [src/**]\n  MEDIUM: []\n  LOW: ["*.md"]\n';
 * const rules = parseRiskRules('.baton/rules.yaml', text)._unsafeUnwrap();
 * classifyRisk({ paths: ['src/main.go'], rules }).level; // => 'HIGH'
 * parseRiskRules('.baton/rules.yaml', 'version: 2')._unsafeUnwrapErr().code; // => 'SchemaViolation'
 * ```
 */
export function parseRiskRules(file: string, text: string): Result<RiskRules, RiskRulesInvalid> {
  const { source, problems } = parseYamlSource(file, text);
  if (source === null) return err(rulesInvalid(file, problems));
  const parsed = RiskRulesSchema.safeParse(source.value);
  if (parsed.success) return ok(deepFreeze(parsed.data));
  return err(
    rulesInvalid(
      file,
      parsed.error.issues.map((issue) => {
        const path = issue.path.map((key) => (typeof key === 'number' ? key : String(key)));
        return {
          line: source.lineOf(path),
          detail: `${path.map((key) => `/${key}`).join('') || 'The file'}: ${issue.message}.`,
        };
      }),
    ),
  );
}

function rulesInvalid(
  file: string,
  found: readonly { readonly line: number | null; readonly detail: string }[],
): RiskRulesInvalid {
  const problems = found.map(({ line, detail }) => ({ line, detail }));
  const listed = problems.map(({ line, detail }) => `${file}${line === null ? '' : `:${line}`}: ${detail}`).join('\n');
  return failure('SchemaViolation', `The rules were not used. Mend this, then try again:\n${listed}`, {
    file,
    problems,
  });
}
