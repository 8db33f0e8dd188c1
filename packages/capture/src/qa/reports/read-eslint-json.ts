import * as z from 'zod';
import { EMPTY_REPORT, type ReportReader } from './structured-report.ts';

const Message = z.object({
  ruleId: z.string().nullable(),
  severity: z.number(),
  message: z.string(),
  fatal: z.boolean().optional(),
});
const EslintSchema = z.array(z.object({ filePath: z.string(), messages: z.array(Message) }));

/** ESLint's `json`, also within `json-with-metadata`. Each error is a problem; warnings are counted. */
export const readEslintJson: ReportReader = (text) => {
  const parsed = JSON.parse(text) as { readonly results?: unknown } | null;
  const checked = EslintSchema.safeParse(Array.isArray(parsed) ? parsed : parsed?.results);
  if (!checked.success) return { unreadable: checked.error.issues[0]?.message ?? 'it is no report of ESLint' };
  const all = checked.data.flatMap(({ filePath, messages }) => messages.map((message) => ({ filePath, ...message })));
  const isError = ({ severity, fatal }: z.infer<typeof Message>): boolean => severity >= 2 || fatal === true;
  return {
    ...EMPTY_REPORT,
    tool: 'eslint',
    // As `stylish` prints them.
    problems: all
      .filter(isError)
      .map(
        ({ filePath, message, ruleId }) =>
          `${filePath}: ${message.replace(/\.$/, '')}${ruleId === null ? '' : ` ${ruleId}`}`,
      ),
    warnings: all.filter((message) => !isError(message)).length,
    isLinter: true,
    files: checked.data.length,
  };
};
