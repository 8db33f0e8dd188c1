import { expect, test } from 'vitest';
import * as core from './index.ts';

test('the root exports exactly these names', () => {
  expect(Object.keys(core).sort()).toEqual([
    'AuditEntrySchema',
    'BatonError',
    'DEFAULT_ROLES',
    'Err',
    'ImmutableSectionSchema',
    'MAX_RECORD_BYTES',
    'Ok',
    'RECORD_VERSION',
    'Result',
    'ResultAsync',
    'STATUS_EDGES',
    'TaskEventSchema',
    'TaskRecordSchema',
    'checkCommit',
    'createBaton',
    'createContextStore',
    'decide',
    'err',
    'errAsync',
    'evolve',
    'failure',
    'migrateRecord',
    'ok',
    'okAsync',
    'orThrow',
    'parseTaskId',
    'readRecord',
    'replayAudit',
    'storeErrors',
    'systemClock',
    'verifyAudit',
  ]);
});
