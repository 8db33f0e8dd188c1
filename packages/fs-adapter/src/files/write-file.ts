import type { FileOperations } from './file-operations.ts';

/**
 * Writes a new file whole, or removes what there is of it and rejects. Every byte count is checked: a full disk takes a part
 * and reports no error.
 */
export async function writeFile(
  files: FileOperations,
  path: string,
  bytes: Uint8Array,
  { durable }: { readonly durable: boolean },
): Promise<void> {
  const file = await files.create(path);
  try {
    try {
      for (let written = 0; written < bytes.length;) {
        const count = await file.write(bytes.subarray(written));
        if (count <= 0)
          throw Object.assign(new Error(`ENOSPC: nothing was written, write '${path}'`), { code: 'ENOSPC' });
        written += count;
      }
      if (durable) await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    await removeQuietly(files, path);
    throw error;
  }
}

/** Removes a file that nobody needs; when that fails, a sweep will find it. */
export async function removeQuietly(files: FileOperations, path: string): Promise<void> {
  await files.remove(path).catch(() => undefined);
}
