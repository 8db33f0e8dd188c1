import { expect, test } from 'vitest';
import * as guard from './index.ts';

test('the subpath exports exactly this', () => {
  expect(Object.keys(guard).sort()).toEqual([
    'DEFAULT_GUARD_POLICY',
    'checkDocuments',
    'createGuard',
    'evaluateStructure',
    'extendGuardPolicy',
    'findProtocolObjection',
    'guard',
    'parseGuardPolicy',
    'parseShellWrites',
    'readProtocolWrites',
  ]);
});
