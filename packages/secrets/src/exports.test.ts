import { expect, it } from 'vitest';
import * as secrets from './index.ts';

it('exports exactly these names', () => {
  expect(Object.keys(secrets).sort()).toEqual(['createSecretScanner', 'scanForSecrets', 'secretRules']);
});
