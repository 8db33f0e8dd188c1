import * as z from 'zod';
import type { DeepReadonly } from '@batonkit/core';
import { PathSchema, TextSchema } from '@batonkit/core/internal';
import type { CaptureProblem } from './capture-problem.ts';
import { parseYamlSource, type YamlSource } from '@batonkit/core/text/yaml';

const oneOrMore = <T extends z.ZodType>(item: T): z.ZodUnion<[T, z.ZodArray<T>]> =>
  z.union([item, z.array(item).min(1)]);

/**
 * The map file, YAML or JSON: which sections of which standards a task has to keep, by area and priority, and which QA
 * commands it runs unless it brings its own. A row without `area`, or with `*`, holds for every area; one without `priority` for all.
 */
export const StandardsMapSchema = z.strictObject({
  citations: z.array(
    z.strictObject({
      area: oneOrMore(TextSchema.min(1)).optional(),
      priority: oneOrMore(z.enum(['P0', 'P1', 'P2'])).optional(),
      file: PathSchema,
      headings: z.array(TextSchema.min(1)).min(1),
    }),
  ),
  qa: z
    .strictObject({
      /** Commands of a task whose area has none of its own. */
      default: z.array(TextSchema.min(1)).optional(),
      areas: z.record(z.string(), z.array(TextSchema.min(1))).optional(),
    })
    .optional(),
});

/** The map from area and priority to standards: see {@link StandardsMapSchema}. */
export type StandardsMap = DeepReadonly<z.infer<typeof StandardsMapSchema>>;

/** A map file that was read, with the places of its rows. */
export interface StandardsMapSource {
  readonly map: StandardsMap;
  readonly source: YamlSource;
}

/** Reads a map file; everything the schema objects to is listed with its line. */
export function parseStandardsMap(
  file: string,
  text: string,
): { readonly standards: StandardsMapSource | null; readonly problems: readonly CaptureProblem[] } {
  const { source, problems } = parseYamlSource(file, text);
  if (source === null) return { standards: null, problems };
  const parsed = StandardsMapSchema.safeParse(source.value);
  if (parsed.success) return { standards: { map: parsed.data, source }, problems };
  const objections = parsed.error.issues.map((issue) => {
    const path = issue.path.map((key) => (typeof key === 'number' ? key : String(key)));
    const pointer = path.map((key) => `/${key}`).join('');
    return source.problem(path, pointer, `The standards map ${pointer}: ${issue.message}.`);
  });
  return { standards: null, problems: objections };
}
