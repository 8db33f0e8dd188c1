import { expect, test } from 'vitest';
import { formatAgentCommit, formatFinalCommit, readCommitAgent } from './commit-message.ts';

test('the name of an agent stands once before its commit, and is read back', () => {
  const message = formatAgentCommit('style-updater', ' Document public APIs\n');
  expect(message).toBe('[style-updater] Document public APIs\n');
  expect(formatAgentCommit('style-updater', message)).toBe(message);
  expect(readCommitAgent(message)).toBe('style-updater');
  for (const foreign of ['Fix the build', '[1st] x', '[style-updater]x', ' [style-updater] x']) {
    expect(readCommitAgent(foreign)).toBeNull();
  }
});

test('the last commit lists who contributed, each on one line', () => {
  expect(formatFinalCommit(' Add it ', [])).toBe('Add it\n');
  const contributors = [
    { agent: 'style-updater', summary: 'Style\n  and names ' },
    { agent: 'test-updater', summary: 'Tests' },
  ];
  expect(formatFinalCommit('Add it', contributors)).toBe(
    'Add it\n\nContributing agents:\n- style-updater: Style and names\n- test-updater: Tests\n',
  );
});
