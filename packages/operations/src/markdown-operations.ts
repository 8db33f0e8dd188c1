import * as z from 'zod';
import type * as markdownModule from '@batonkit/markdown';
import { err, type Failure, ok, rejection, type Result, ResultAsync } from '@batonkit/core';
import { assembleFromFiles } from './assemble-from-files.ts';
import { defineOperation } from './operation.ts';
import { file, textOf, warnings } from './operation-fields.ts';

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
    input: z.strictObject({ text, file }),
    output: z.object({
      tasks: z.array(z.object({ number: z.string(), title: z.string(), references: z.array(z.string()) })),
    }),
    hints: reads,
    shell: { ...shell, positional: ['text'], examples: ['tasks tasks.md'] },
    run: (kit, { text: given, file: path }) =>
      textOf(kit, { text: given, file: path }).andThen((markdown) =>
        parse(({ parseTasks }) =>
          parseTasks(markdown).map((tasks) => ({
            tasks: tasks.map(({ number, title, traceability }) => ({
              number,
              title,
              references: traceability.references.map(({ raw }) => raw),
            })),
          })),
        ),
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
    run: (kit, input) => new ResultAsync(assembleFromFiles(kit, input)),
  }),
  defineOperation({
    name: 'report',
    summary: "The parts of an implementer's report.",
    input: z.strictObject({ text, file }),
    output: z.record(z.string(), z.unknown()),
    hints: reads,
    shell: { ...shell, positional: ['text'], examples: ['report report.md', 'report -'] },
    run: (kit, { text: given, file: path }) =>
      textOf(kit, { text: given, file: path }).andThen((report) =>
        parse(({ parseReport }) => ok({ ...parseReport(report) })),
      ),
  }),
] as const;
