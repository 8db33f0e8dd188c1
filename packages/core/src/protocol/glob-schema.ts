import { TextSchema } from '../record/stored-values.ts';

/**
 * A glob as rules hold it. Few wildcards are enough for a rule, and more would let one pattern take very long on one path, since a
 * matcher tries every way to share the path out between them.
 */
export const GlobSchema = TextSchema.min(1)
  .max(300)
  .refine(
    (glob) =>
      (glob.match(/\*\*/g) ?? []).length <= 3 &&
      glob.split('/').every((part) => (part.match(/\*+/g) ?? []).length <= 3),
    'must have at most three `**`, and at most three wildcards in one part',
  )
  .refine((glob) => !glob.startsWith('!') && !glob.startsWith('/'), 'must not begin with "!" or "/"');
