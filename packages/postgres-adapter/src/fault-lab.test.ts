import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatFaultTable, runFaultLab } from '@batonkit/conformance/fault-lab';
import { expect, test } from 'vitest';
import { startPostgres } from '../testing/postgres-server.mjs';
import { faultStoreMaker } from '../testing/fault-store-maker.mjs';

// The short form of `npm run fault-lab -- --postgres`, whose long form is in docs/fault-lab.md.
test(
  'killed clients, every named point, failing connections and a server that stops at once: nothing lost, nothing torn',
  { timeout: 240_000 },
  async () => {
    const server = await startPostgres({ settings: { max_connections: '200' } });
    const scratch = mkdtempSync(join(tmpdir(), 'batonkit-pg-lab-'));
    try {
      const rows = await runFaultLab({
        createStore: faultStoreMaker(server),
        scratch,
        kills: 20,
        writers: 4,
        serverCrashes: 3,
        ...(server.owned && {
          crashServer: async () => {
            await server.stop('immediate');
            await server.start();
          },
        }),
        scenarios: ['random-kills', 'abandoned-points', 'injected-eio', 'clock-jumps', 'server-crashes'],
      });
      expect(
        rows.flatMap(({ violations }) => violations),
        formatFaultTable(rows),
      ).toEqual([]);
      expect(rows.map(({ lost, torn }) => ({ lost, torn }))).toEqual(rows.map(() => ({ lost: 0, torn: 0 })));
      if (server.owned) expect(rows.find(({ scenario }) => scenario.includes('server'))?.faults).toBe(3);
    } finally {
      rmSync(scratch, { recursive: true });
      await server.close();
    }
  },
);
