import assert from 'node:assert/strict';
import { sha256Hex } from '@batonkit/core/text';
import { commitOf, expectCode, expectOk, type SuiteCase } from './suite-case.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Artifacts: stored before they are named, verified, swept only when nothing needs them. */
export const artifactCases: readonly SuiteCase[] = [
  {
    name: 'artifacts come back byte for byte under the SHA-256 of their bytes',
    run: async (store) => {
      const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
      const compressible = new Uint8Array(1024 * 1024).fill(7);
      for (const bytes of [new Uint8Array(), everyByte, compressible]) {
        const sha = await expectOk(store.putArtifact('TASK-1', bytes));
        assert.equal(sha, sha256Hex(bytes));
        assert.deepEqual(new Uint8Array(await expectOk(store.getArtifact('TASK-1', sha))), bytes);
      }
    },
  },
  {
    name: 'storing the same artifact again is harmless',
    run: async (store) => {
      const sha = await expectOk(store.putArtifact('TASK-1', bytesOf('same')));
      assert.equal(await expectOk(store.putArtifact('TASK-1', bytesOf('same'))), sha);
      await expectOk(store.commit(commitOf({ artifacts: [sha] })));
      assert.equal(await expectOk(store.putArtifact('TASK-1', bytesOf('same'))), sha);
      assert.deepEqual(new Uint8Array(await expectOk(store.getArtifact('TASK-1', sha))), bytesOf('same'));
    },
  },
  {
    name: 'the store shares no memory with its callers',
    run: async (store) => {
      const bytes = bytesOf('original');
      const sha = await expectOk(store.putArtifact('TASK-1', bytes));
      bytes.fill(0);
      const read = await expectOk(store.getArtifact('TASK-1', sha));
      read.fill(0);
      assert.deepEqual(new Uint8Array(await expectOk(store.getArtifact('TASK-1', sha))), bytesOf('original'));
    },
  },
  {
    name: 'an unknown artifact is ArtifactMissing, also when another task has it',
    run: async (store) => {
      const sha = await expectOk(store.putArtifact('TASK-2', bytesOf('theirs')));
      await expectCode(store.getArtifact('TASK-1', sha), 'ArtifactMissing');
      await expectCode(store.commit(commitOf({ id: 'TASK-1', artifacts: [sha] })), 'ArtifactMissing');
      await expectOk(store.commit(commitOf({ id: 'TASK-2', artifacts: [sha] })));
    },
  },
  {
    name: 'a commit may name an artifact only after it was stored',
    run: async (store) => {
      const sha = sha256Hex('not yet');
      const refused = await expectCode(store.commit(commitOf({ artifacts: [sha] })), 'ArtifactMissing');
      assert.equal(refused.data.sha, sha);
      assert.deepEqual(await expectOk(store.read('TASK-1')), { revision: 0, body: null });
      await expectOk(store.putArtifact('TASK-1', bytesOf('not yet')));
      await expectOk(store.commit(commitOf({ artifacts: [sha] })));
    },
  },
  {
    name: 'a sweep keeps every live artifact and removes the others',
    run: async (store) => {
      const live = await expectOk(store.putArtifact('TASK-1', bytesOf('live')));
      const orphan = await expectOk(store.putArtifact('TASK-1', bytesOf('orphan')));
      await expectOk(store.commit(commitOf({ artifacts: [live] })));
      assert.ok((await expectOk(store.sweep({ olderThanMs: 0 }))).removed >= 1);
      assert.deepEqual(new Uint8Array(await expectOk(store.getArtifact('TASK-1', live))), bytesOf('live'));
      await expectCode(store.getArtifact('TASK-1', orphan), 'ArtifactMissing');
      await expectCode(store.commit(commitOf({ expected: 1, artifacts: [live, orphan] })), 'ArtifactMissing');
    },
  },
  {
    name: 'a sweep leaves what is younger than asked for',
    run: async (store) => {
      const orphan = await expectOk(store.putArtifact('TASK-1', bytesOf('young')));
      await expectOk(store.sweep({ olderThanMs: 3_600_000 }));
      assert.deepEqual(new Uint8Array(await expectOk(store.getArtifact('TASK-1', orphan))), bytesOf('young'));
    },
  },
  {
    name: 'an artifact that the current revision no longer names, or that was purged, is swept',
    run: async (store) => {
      const dropped = await expectOk(store.putArtifact('TASK-1', bytesOf('dropped')));
      const purged = await expectOk(store.putArtifact('TASK-1', bytesOf('purged')));
      await expectOk(store.commit(commitOf({ expected: 0, artifacts: [dropped, purged] })));
      await expectOk(store.commit(commitOf({ expected: 1, artifacts: [purged] })));
      await expectOk(store.sweep({ olderThanMs: 0 }));
      await expectCode(store.getArtifact('TASK-1', dropped), 'ArtifactMissing');
      await expectOk(store.getArtifact('TASK-1', purged));
      await expectOk(store.commit(commitOf({ expected: 2, body: null })));
      await expectOk(store.sweep({ olderThanMs: 0 }));
      await expectCode(store.getArtifact('TASK-1', purged), 'ArtifactMissing');
      assert.deepEqual(await expectOk(store.read('TASK-1')), { revision: 3, body: null });
    },
  },
];
