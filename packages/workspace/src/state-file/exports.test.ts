import { expect, test } from 'vitest';
import * as stateFile from './index.ts';

test('/state-file exports exactly these names', () => {
  expect(Object.keys(stateFile).sort()).toEqual([
    'AGENT_RULES',
    'DOCUMENT_ACCESS',
    'STATE_FILE_LIMITS',
    'StateMetadataSchema',
    'createStateFiles',
    'formatSessionProtocol',
    'formatStateFile',
    'nextStep',
    'parseStateFile',
    'placeDocument',
    'sizeTask',
  ]);
});
