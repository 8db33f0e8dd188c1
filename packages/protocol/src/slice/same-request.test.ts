import { expect, test } from 'vitest';
import { digestRequest } from '../../../core/src/commit/digest-request.ts';
import type { CommandInput } from './protocol-machine.fixture.ts';
import { protocolMachine } from './protocol-machine.ts';

const digest = (command: object, session: string | null): string =>
  digestRequest(protocolMachine, command as CommandInput, session);

test.each(['claim-task', 'release-task', 'take-over-task', 'lock-main', 'unlock-main'])(
  'a request of another session is another one where it is about the session: %s',
  (type) => {
    expect(digest({ type }, 'run-1')).toBe(digest({ type }, 'run-1'));
    expect(digest({ type }, 'run-1')).not.toBe(digest({ type }, 'run-2'));
  },
);

test('a request with another report of an agent is another one', () => {
  const complete = (sha256: string): object => ({ type: 'complete-agent', agent: 'a', report: { sha256 } });
  expect(digest(complete('a'), null)).not.toBe(digest(complete('b'), null));
});
