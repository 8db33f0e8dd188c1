import { expect, test } from 'vitest';
import * as qa from './index.ts';

test('the subpath exports exactly this', () => {
  expect(Object.keys(qa)).toEqual(['createQaParser', 'parseQaLog', 'parseQaReport', 'traceQa']);
});
