import { expect, expectTypeOf, test } from 'vitest';
import type { Warning, WarningCode } from './warning.ts';

test('a warning with a code that nobody declared does not compile', () => {
  const message = 'The patch has 11.2 MB.';
  const declared: Warning = { code: 'LargeDiff', message };
  // @ts-expect-error The code is misspelled, so it is not in core's union.
  const misspelled: Warning = { code: 'LargeDif', message };
  const ofAnother: Warning<'ScopeIsProse'> = { code: 'ScopeIsProse', message, where: 'task.yaml:4' };
  // @ts-expect-error A code of another package is not one of core's.
  const taken: Warning = ofAnother;
  expect([declared, misspelled, taken]).toHaveLength(3);
  expectTypeOf<string>().not.toExtend<WarningCode>();
});
