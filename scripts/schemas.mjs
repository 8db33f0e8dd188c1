import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { auditEntrySchema, ContextManifestSchema, DriftReportSchema, WorktreeSnapshotSchema } from '@batonkit/core';
import { defaultMachine } from 'batonkit';
import { StandardsMapSchema } from '@batonkit/capture';
import { DispatchStateSchema } from '@batonkit/workspace/dispatch';
import { BatonConfigSchema } from '@batonkit/operations';
import { RiskRulesSchema } from '@batonkit/protocol/rules';
import { StateMetadataSchema } from '@batonkit/workspace/state-file';
import { PendingCompactionSchema, TrackCheckpointSchema } from '@batonkit/workspace/tiers';
import * as prettier from 'prettier';
import * as z from 'zod';

// The JSON Schemas of every stored document, generated from the zod schemas of the built core.
//   node scripts/schemas.mjs           compares them with packages/core/schemas
//   node scripts/schemas.mjs --write   writes them there
const documents = {
  'task-record': defaultMachine.RecordSchema,
  'audit-entry': auditEntrySchema(defaultMachine),
  'worktree-snapshot': WorktreeSnapshotSchema,
  'drift-report': DriftReportSchema,
  'context-manifest': ContextManifestSchema,
  'standards-map': StandardsMapSchema,
  'state-file-metadata': StateMetadataSchema,
  'track-checkpoint': TrackCheckpointSchema,
  'pending-compaction': PendingCompactionSchema,
  'risk-rules': RiskRulesSchema,
  'batonkit-config': BatonConfigSchema,
  'dispatch-state': DispatchStateSchema,
};

let stale = 0;
for (const [name, schema] of Object.entries(documents)) {
  const file = `packages/core/schemas/${name}.schema.json`;
  const text = await prettier.format(JSON.stringify({ title: name, ...z.toJSONSchema(schema) }), { parser: 'json' });
  if (process.argv.includes('--write')) {
    mkdirSync('packages/core/schemas', { recursive: true });
    writeFileSync(file, text);
  } else if (readOrEmpty(file) !== text) {
    console.error(`${file} does not match the code. Run npm run schemas and review the difference.`);
    stale += 1;
  }
}
process.exit(stale === 0 ? 0 : 1);

/** @param {string} file */
function readOrEmpty(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
