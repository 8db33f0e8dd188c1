import * as z from 'zod';
import type { ContentFile } from '@batonkit/core';

const text = z.string().nullable();

const ContentSchema = z.strictObject({
  files: z.array(z.strictObject({ path: z.string(), mode: text, sha256: text, base: text })),
});

/** Reads what `contentOf` made; `null` when it is something else. */
export function readContent(bytes: Uint8Array): readonly ContentFile[] | null {
  try {
    const parsed = ContentSchema.safeParse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
    return parsed.success ? parsed.data.files : null;
  } catch {
    return null;
  }
}
