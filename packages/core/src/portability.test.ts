import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { sampleEnv, sampleInit } from './machine/sample-task.fixture.ts';

/** Core as a browser would get it: one script, nothing from Node. */
async function bundle(): Promise<{ code: string; imports: string[] }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL('./index.ts', import.meta.url))],
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: 'iife',
    globalName: 'batonkit',
    platform: 'browser',
    conditions: ['@batonkit/source'],
  });
  const imports = Object.values(metafile.inputs).flatMap(({ imports: found }) => found.map(({ path }) => path));
  return { code: outputFiles[0]?.text ?? '', imports };
}

test('core bundles for the browser without any node: import', async () => {
  const { code, imports } = await bundle();
  expect(imports.filter((path) => path.startsWith('node:'))).toEqual([]);
  expect(code).not.toMatch(/require\("(node:)?(fs|crypto|path|os)"\)/);
});

test('core runs in a bare context: no process, Buffer, require, TextEncoder or timers', async () => {
  const { code } = await bundle();
  const context = createContext({ command: JSON.stringify(sampleInit), env: JSON.stringify(sampleEnv) });
  runInContext(code, context, { filename: 'batonkit.js' });
  const answer = runInContext(
    `(() => {
      const missing = ['process', 'Buffer', 'require', 'TextEncoder', 'setTimeout', 'crypto'].filter((name) => name in globalThis);
      const machine = batonkit.createMachine(batonkit.coreSlices);
      const events = machine.decide(null, JSON.parse(command), JSON.parse(env));
      const record = events.value.reduce(machine.evolve, null);
      const reread = machine.readRecord(JSON.stringify(record));
      return JSON.stringify({ missing, sha: record.immutable_sha, reread: reread.isOk(), audit: batonkit.verifyAudit([]).isOk() });
    })()`,
    context,
  ) as string;
  expect(JSON.parse(answer)).toEqual({
    missing: [],
    // The same digits that Node's own crypto gives.
    sha: (await import('./machine/read-record.ts')).hashImmutable(sampleInit.immutable),
    reread: true,
    audit: true,
  });
});
