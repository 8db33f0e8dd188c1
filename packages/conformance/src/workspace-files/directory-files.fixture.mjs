import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { errAsync, ok, okAsync, ResultAsync, workspaceErrors } from '@batonkit/core';
import { sha256Hex } from '@batonkit/core/text';

/**
 * Just enough of workspace files in a directory to try the case with several processes. When `exact`, a directory is the lock
 * around each change (good enough where nobody is killed); when not, others may come between the look and the change.
 *
 * @param {{ root: string, exact: boolean }} options
 * @returns {Pick<import('@batonkit/core').WorkspaceFiles, 'read' | 'write' | 'append' | 'remove'>}
 */
export function openFiles({ root, exact }) {
  /** @param {string} path */
  const read = (path) => (fs.existsSync(join(root, path)) ? fs.readFileSync(join(root, path), 'utf8') : null);
  /** @param {string} path */
  const shaOf = (path) => {
    const text = read(path);
    return text === null ? null : sha256Hex(text);
  };
  /**
   * @template T
   * @param {string} path
   * @param {{ expectedSha?: string | null }} condition
   * @param {(file: string) => T} change
   */
  const changeWhen = (path, condition, change) => {
    fs.mkdirSync(dirname(join(root, path)), { recursive: true });
    const work = async () => {
      while (exact && !take(join(root, 'lock'))) await pause();
      try {
        const found = shaOf(path);
        const { expectedSha = found } = condition;
        if (expectedSha !== found) return errAsync(workspaceErrors.conflict(path, expectedSha, found));
        if (!exact) await pause();
        return ok(change(join(root, path)));
      } finally {
        if (exact) fs.rmdirSync(join(root, 'lock'));
      }
    };
    return new ResultAsync(work());
  };
  return {
    read: (path) => {
      while (exact && !take(join(root, 'lock')));
      try {
        const text = read(path);
        return okAsync(text === null ? null : { text, sha: sha256Hex(text) });
      } finally {
        if (exact) fs.rmdirSync(join(root, 'lock'));
      }
    },
    write: (path, text, condition = {}) =>
      changeWhen(path, condition, (file) => {
        fs.writeFileSync(file, text);
        return { sha: sha256Hex(text) };
      }),
    append: (path, text) => changeWhen(path, {}, (file) => fs.appendFileSync(file, text)),
    remove: (path, condition = {}) =>
      changeWhen(path, condition, (file) => {
        const removed = fs.existsSync(file);
        fs.rmSync(file, { force: true });
        return { removed };
      }),
  };
}

function pause() {
  return new Promise((resolve) => setTimeout(resolve, 2));
}

/** @param {string} lock */
function take(lock) {
  try {
    fs.mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}
