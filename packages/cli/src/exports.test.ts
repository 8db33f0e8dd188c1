import { expect, test } from 'vitest';
import * as cli from './index.ts';
import * as opencode from './opencode.ts';

test('the package exports exactly these names', () => {
  expect(Object.keys(cli).sort()).toEqual([
    'EXIT_CODES',
    'createBatonCommand',
    'exitCodeOf',
    'installHooks',
    'processIo',
    'runBaton',
    'runHook',
  ]);
  expect(Object.keys(opencode)).toEqual(['createOpencodePlugin']);
});
