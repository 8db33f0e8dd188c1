import { rejection, type Rejection } from './rejection.ts';

/** A record has sections that no slice of a machine knows. */
export type UnknownSection = Rejection<'UnknownSection'>;

const MAX_NAME = 60;

/**
 * The refusal to change a record with sections that no slice knows: somebody may own the task through one, and a commit would sweep its
 * artifacts.
 */
export function unknownSection(taskId: string, fields: readonly string[]): UnknownSection {
  return rejection(
    'UnknownSection',
    fields.map((field) => ({
      condition: `/${field}`,
      detail: `${taskId} has a section ${JSON.stringify(field.slice(0, MAX_NAME))} that no loaded slice knows, so nothing was changed. Use the program that wrote it, or load the slice that brings it; the record and its audit can be read.`,
    })),
  );
}
