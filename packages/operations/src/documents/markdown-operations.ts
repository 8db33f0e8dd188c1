import * as z from 'zod';
import type * as markdownModule from '@batonkit/markdown';
import type { NearMiss } from '@batonkit/markdown';
import { err, type Failure, ok, rejection, type Result, ResultAsync } from '@batonkit/core';
import { assembleFromFiles } from './assemble-from-files.ts';
import { defineOperation } from '../operation/operation.ts';
import { file, textOf, toWarnings, warnings } from '../operation/operation-fields.ts';
import { strict, strictly } from '../operation/strictly.ts';

const text = z.string().optional();
const reads = { readOnly: true, idempotent: true };
const shell = { fromFile: ['text'], hidden: ['file'] };

type Markdown = typeof markdownModule;

/** Parsing is loaded when somebody parses. */
function parse<T>(then: (markdown: Markdown) => Result<T, Failure>): ResultAsync<T, Failure> {
  return new ResultAsync(import('@batonkit/markdown').then(then));
}

/** Sections, task blocks and reports of markdown documents. */
export const MARKDOWN_OPERATIONS = [
  defineOperation({
    name: 'section',
    summary: 'One section of a markdown document.',
    input: z.strictObject({ text, file, identifier: z.string().describe('A heading or its number') }),
    output: z.object({ section: z.string() }),
    hints: reads,
    shell: { ...shell, positional: ['text', 'identifier'], examples: ['section design.md 2.1', 'section - Goals'] },
    run: (kit, { identifier, text: given, file: path }) =>
      textOf(kit, { text: given, file: path }).andThen((markdown) =>
        parse(({ extractSectionWithFallback, listHeadings }) => {
          const section = extractSectionWithFallback(markdown, identifier);
          if (section !== null) return ok({ section });
          const known = listHeadings(markdown)
            .slice(0, 8)
            .map(({ text: title }) => `"${title}"`);
          const detail = `No section matches ${JSON.stringify(identifier)}. The headings are ${known.join(', ') || 'none'}.`;
          return err(rejection('SectionNotFound', [{ condition: 'section-exists', detail }]));
        }),
      ),
  }),
  defineOperation({
    name: 'tasks',
    summary: 'The task blocks of a tasks.md.',
    input: z.strictObject({ text, file, strict }),
    output: z.object({
      tasks: z.array(z.object({ number: z.string(), title: z.string(), references: z.array(z.string()) })),
      warnings,
    }),
    hints: reads,
    shell: { ...shell, positional: ['text'], examples: ['tasks tasks.md', 'tasks specs/001-search/tasks.md --strict'] },
    run: (kit, { text: given, file: path, strict: isStrict }) =>
      textOf(kit, { text: given, file: path }).andThen((markdown) =>
        parse(({ parseReferences, parseTasks }) => {
          const parsed = parseTasks(markdown);
          if (parsed.isErr()) return err(parsed.error);
          const tasks = parsed.value;
          const unread = tasks.flatMap(({ number, traceability }) =>
            parseReferences(traceability.rawValue ?? '').warnings.map((warning) => ({
              ...warning,
              message: `Task ${number}: ${warning.message}`,
            })),
          );
          const rows = tasks.map(({ number, title, traceability }) => ({
            number,
            title,
            references: traceability.references.map(({ raw }) => raw),
          }));
          return strictly(
            { tasks: rows, warnings: toWarnings([...tasks.nearMisses.map(warnOfNearMiss), ...unread]) },
            isStrict,
          );
        }),
      ),
  }),
  defineOperation({
    name: 'context',
    summary: 'The documents of a task block, cut to what it refers to.',
    input: z.strictObject({
      tasks: z.string().describe('Path of the tasks.md; the others are paths too'),
      task: z.string().describe('Its number'),
      spec: z.string().optional(),
      design: z.string().optional(),
      plan: z.string().optional(),
      prd: z.string().optional(),
      strict,
    }),
    output: z.object({
      artifacts: z.record(z.string(), z.object({ text: z.string(), scope: z.string() })),
      tokens: z.object({ before: z.number(), after: z.number() }),
      warnings,
    }),
    hints: reads,
    shell: {
      positional: ['tasks', 'task'],
      paths: ['tasks', 'spec', 'design', 'plan', 'prd'],
      examples: ['context docs/tasks.md 1.1 --design docs/design.md --plan docs/plan.md'],
    },
    run: (kit, { strict: isStrict, ...input }) =>
      new ResultAsync(assembleFromFiles(kit, input)).andThen((assembled) => strictly(assembled, isStrict)),
  }),
  defineOperation({
    name: 'parse-report',
    summary: "Read an implementer's report.",
    input: z.strictObject({ text, file, strict }),
    output: z.record(z.string(), z.unknown()),
    hints: reads,
    shell: { ...shell, positional: ['text'], examples: ['parse-report report.md', 'parse-report - --strict'] },
    run: (kit, { text: given, file: path, strict: isStrict }) =>
      textOf(kit, { text: given, file: path }).andThen((report) =>
        parse(({ parseReport }) => {
          const { unread, ...parts } = parseReport(report);
          return strictly({ ...parts, warnings: unread.map(warnOfNearMiss) }, isStrict);
        }),
      ),
  }),
] as const;

function warnOfNearMiss({ line, text: content, reason }: NearMiss): { code: 'NearMiss'; message: string } {
  return { code: 'NearMiss', message: `line ${line}: ${content} (${reason})` };
}
