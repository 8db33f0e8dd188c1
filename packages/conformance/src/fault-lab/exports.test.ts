import { expect, test } from 'vitest';
import * as faultLab from './index.ts';

test('the subpath exports what it promises and nothing else', () => {
  expect(Object.keys(faultLab).sort()).toEqual(['formatFaultTable', 'runFaultLab']);
});
