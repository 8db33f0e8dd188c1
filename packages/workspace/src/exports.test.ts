import { expect, test } from 'vitest';
import * as workspace from '@batonkit/workspace';

test('@batonkit/workspace exports exactly its contract', () => {
  expect(Object.keys(workspace).sort()).toEqual(['DEFAULT_TIER_LAYOUT', 'createContextTiers', 'createStateFiles']);
});
