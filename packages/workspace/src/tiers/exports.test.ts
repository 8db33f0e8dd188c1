import { expect, test } from 'vitest';
import * as tiers from './index.ts';

test('/tiers exports exactly these names', () => {
  expect(Object.keys(tiers).sort()).toEqual([
    'BulletEntrySchema',
    'DEFAULT_TIER_LAYOUT',
    'PendingCompactionSchema',
    'TrackCheckpointSchema',
    'createContextTiers',
    'pinCore',
  ]);
});
