import { linkSync, mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errAsync, okAsync, ResultAsync, storeErrors } from '@batonkit/core';

/**
 * Just enough of a store in a directory to try the counter between processes: one file a revision, made by `link` when
 * `atomic` and by a plain write, which lets writers overwrite each other, when not.
 *
 * @param {{ root: string, atomic: boolean }} options
 */
export function openStore({ root, atomic }) {
  mkdirSync(root, { recursive: true });
  const revisions = () =>
    readdirSync(root)
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .sort((a, b) => a - b);
  const load = (/** @type {number} */ revision) => JSON.parse(readFileSync(join(root, String(revision)), 'utf8'));
  return {
    capabilities: { durable: true, scope: 'host', maxBodyBytes: 1024, maxArtifactBytes: 1024 },
    read: () => {
      const revision = revisions().at(-1) ?? 0;
      return okAsync({ revision, body: revision === 0 ? null : load(revision).body });
    },
    /** @param {import('@batonkit/core').TaskCommit} commit */
    commit: ({ id, expected, operationId, body, audit }) => {
      const target = join(root, String(expected + 1));
      const text = JSON.stringify({ body, audit });
      return atomic ? linkInto(target) : overwriteLater(target);

      /** @param {string} path */
      function linkInto(path) {
        const temporary = join(root, `tmp-${process.pid}-${operationId}`);
        writeFileSync(temporary, text);
        try {
          linkSync(temporary, path);
          return okAsync({ revision: expected + 1, replayed: false });
        } catch {
          return errAsync(storeErrors.conflict(id, expected, revisions().at(-1) ?? 0));
        } finally {
          unlinkSync(temporary);
        }
      }

      /** @param {string} path */
      function overwriteLater(path) {
        const written = new Promise((resolve) => setTimeout(resolve, 2)).then(() => writeFileSync(path, text));
        return ResultAsync.fromSafePromise(written).map(() => ({ revision: expected + 1, replayed: false }));
      }
    },
    readAudit: () => okAsync(revisions().map((revision) => ({ revision, lines: load(revision).audit }))),
  };
}
