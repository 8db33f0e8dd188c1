import { expect, test } from 'vitest';
import * as knowledge from './index.ts';

test('the subpath exports exactly this', () => {
  expect(Object.keys(knowledge).sort()).toEqual([
    'addKnowledge',
    'applyValidation',
    'backfillKnowledge',
    'createKnowledgeBank',
    'findStale',
    'formatKnowledgeBank',
    'parseKnowledgeBank',
    'resolveStale',
  ]);
});
