import { TextSchema } from '@batonkit/core/machine';

/** A glob as rules hold it: see `matchGlob`. Rules stand alone, so none can be an exclusion. */
export const GlobSchema = TextSchema.min(1)
  .max(300)
  .refine((glob) => !glob.startsWith('!') && !glob.startsWith('/'), 'must not begin with "!" or "/"');
