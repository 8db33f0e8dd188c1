import { expect, test } from 'vitest';
import { moveLeadingOptions } from './leading-options.ts';

test.each([
  ['-C shop status TASK-1', 'status TASK-1 -C shop'],
  ['--json --store=git list', 'list --json --store=git'],
  ['--actor ada -C shop block TASK-1 reviewer -- --odd', 'block TASK-1 reviewer --actor ada -C shop -- --odd'],
  ['status TASK-1 -C shop', 'status TASK-1 -C shop'],
  ['--help', '--help'],
  ['--json --help', '--json --help'],
  ['-C shop', '-C shop'],
  ['-C', '-C'],
  ['--wrong list', '--wrong list'],
  ['', ''],
])('%s is read as %s', (typed, read) => {
  const words = (line: string) => line.split(' ').filter((word) => word !== '');
  expect(moveLeadingOptions(words(typed))).toEqual(words(read));
});
