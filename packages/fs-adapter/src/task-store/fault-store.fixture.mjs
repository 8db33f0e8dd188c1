import { basename, dirname } from 'node:path';
import { createFsTaskStore, nodeFiles } from '@batonkit/fs-adapter';

/**
 * The store for the fault lab: every call that changes the disk or makes it durable is a named point, before and after.
 *
 * @param {{ root: string }} options
 * @param {import('@batonkit/conformance/fault-lab').FaultHooks} [hooks]
 */
export function openStore({ root }, hooks) {
  return createFsTaskStore({ root, files: hooks === undefined ? nodeFiles : instrument(nodeFiles, hooks) });
}

/**
 * @param {import('@batonkit/fs-adapter').FileOperations} files
 * @param {import('@batonkit/conformance/fault-lab').FaultHooks} hooks
 * @returns {import('@batonkit/fs-adapter').FileOperations}
 */
export function instrument(files, hooks) {
  return {
    ...files,
    create: async (path) => {
      const file = await around(`create ${kindOf(path)}`, () => files.create(path));
      return {
        write: (bytes) => around(`write ${kindOf(path)}`, () => file.write(bytes)),
        sync: () => around(`fsync ${kindOf(path)}`, () => file.sync()),
        close: () => around(`close ${kindOf(path)}`, () => file.close()),
      };
    },
    overwrite: (path, bytes) => around(`overwrite ${kindOf(path)}`, () => files.overwrite(path, bytes)),
    link: (from, to) => around(`link ${kindOf(to)}`, () => files.link(from, to)),
    rename: (from, to) => around(`rename to ${kindOf(to)}`, () => files.rename(from, to)),
    remove: (path) => around(`remove ${kindOf(path)}`, () => files.remove(path)),
    makeDirectory: (path) => around(`make directory ${basename(path)}`, () => files.makeDirectory(path)),
    syncDirectory: (path) => around(`fsync directory ${basename(path)}`, () => files.syncDirectory(path)),
  };

  /**
   * @template T
   * @param {string} step
   * @param {() => Promise<T>} call
   * @returns {Promise<T>}
   */
  async function around(step, call) {
    await hooks.reach(`before ${step}`);
    const result = await call();
    await hooks.reach(`after ${step}`);
    return result;
  }
}

/** @param {string} path */
function kindOf(path) {
  const folder = basename(dirname(path));
  if (folder === 'tmp') return `unfinished ${basename(path).split('-')[0]}`;
  if (folder === 'trash') return folder;
  return folder === 'revisions' || folder === 'artifacts' ? folder.slice(0, -1) : basename(path);
}
