import { expect, test } from 'vitest';
import * as machine from '@batonkit/core/machine';

test('@batonkit/core/machine exports exactly its contract', () => {
  expect(Object.keys(machine).sort()).toEqual([
    'DEFAULT_ROLES',
    'ImmutableSectionSchema',
    'LabelSchema',
    'NoteSchema',
    'PathSchema',
    'RECORD_VERSION',
    'Result',
    'RoleNameSchema',
    'Sha256Schema',
    'TextSchema',
    'TimeSchema',
    'coreMachine',
    'coreSlices',
    'createMachine',
    'defineSlice',
    'defineTask',
    'deltas',
    'err',
    'evidence',
    'failure',
    'migrateRecord',
    'ok',
    'parseTaskId',
    'reject',
    'rejection',
    'roles',
    'turns',
  ]);
});
