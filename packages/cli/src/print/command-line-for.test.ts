import { expect, test } from 'vitest';
import { createBatonCommand } from '../create-baton-command.ts';
import { commandLineFor, type NextStep } from './command-line-for.ts';

const stepOf = (action: string, subject: string | null = null, condition: string | null = null): NextStep => ({
  action,
  subject,
  condition,
  detail: 'Because.',
});

const ACTIONS = [
  'init-context claim ask-to-take-over release-other-task record-worktree remove-worktree classify select-agents record-plan',
  'invoke-agent complete-agent record-decision estimate-effort classify-scope attest record-qa hand-off commit merge resolve-drift',
  'present approve compliance return advance finish start verify complete',
].flatMap((line) => line.split(' '));

test.each(ACTIONS)('%s is a line of a verb that there is, with all that the verb demands', (action) => {
  const [program, verb = '', ...rest] = commandLineFor('TASK-1', stepOf(action)).split(' ');
  expect(program).toBe('baton');
  const command = createBatonCommand().commands.find((each) => each.name() === verb);
  const names = rest.filter((word, at) => !word.startsWith('-') && rest[at - 1]?.startsWith('--') !== true);
  expect(names.length).toBeGreaterThanOrEqual(
    command?.registeredArguments.filter(({ required }) => required).length ?? Infinity,
  );
  const options = command?.options ?? [];
  for (const word of rest.filter((each) => each.startsWith('--')))
    expect(options.map(({ long }) => long)).toContain(word);
  for (const { long, mandatory } of options) if (mandatory) expect(rest).toContain(long);
});

test('the line names what the step is about', () => {
  expect(commandLineFor('TASK-1', stepOf('invoke-agent', 'style-updater'))).toBe(
    'baton agent TASK-1 style-updater invoke',
  );
  expect(commandLineFor('TASK-1', stepOf('return', 'CLASSIFIED', 'blocker'))).toBe(
    'baton send TASK-1 return because=blocker note=<why>',
  );
  expect(commandLineFor('TASK-1', stepOf('remove-worktree'))).toBe('baton worktree remove TASK-1');
  expect(commandLineFor('TASK-1', stepOf('record-worktree', 'style-updater'))).toBe(
    'baton worktree create TASK-1 style-updater',
  );
  expect(commandLineFor('TASK-1', stepOf('commit', 'tree'))).toBe('git add --all && git commit --message <what>');
});

test('what no command does keeps its name', () => {
  expect(commandLineFor('TASK-1', stepOf('ask-user', 'style-updater'))).toBe('ask-user');
  expect(commandLineFor('TASK-1', stepOf('something-new'))).toBe('something-new');
  // The session that waits is not told the line that a person types.
  expect(commandLineFor('TASK-1', stepOf('await-approval', 'plan'))).toBe('await-approval');
});
