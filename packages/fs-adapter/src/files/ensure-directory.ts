import { dirname } from 'node:path';
import { errorCode, type FileOperations } from './file-operations.ts';

/** Makes a directory and what is missing above it, each name durable before the next one is used. */
export async function ensureDirectory(files: FileOperations, path: string): Promise<void> {
  try {
    await files.makeDirectory(path);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return;
    if (errorCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await ensureDirectory(files, dirname(path));
    return ensureDirectory(files, path);
  }
  await files.syncDirectory(dirname(path));
}
