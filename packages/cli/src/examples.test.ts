import { listFields, OPERATIONS } from '@batonkit/operations';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { FIELD_TEXTS } from './command/field-texts.ts';
import { createBatonCommand } from './create-baton-command.ts';
import { createShop } from './scratch-shop.fixture.ts';

const CONTRACT = [
  'init get start hand-off update block snapshot verify inspect diff preview restore attribute record-qa attach-evidence resolve-drift',
  'export rebuild complete purge list claim release take-over status advance present approve compliance next queue worktree section tasks',
  'context parse-report doctor mcp hook',
]
  .join(' ')
  .split(' ');
const FAMILIES = {
  task: ['create', 'log', 'check', 'chain'],
  tiers: ['load', 'compact', 'checkpoint', 'recover', 'guard'],
  hooks: ['install'],
};

/** Every verb that does something. */
function listVerbs(command: Command): readonly Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(listVerbs);
}

function helpOf(command: Command): string {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  return help;
}

/** More than what help adds to every field of its kind. */
const saysSomething = (text: string): boolean =>
  !/^(?:(?:required|a file, or .*|one of .*|as name=value)(?:; )?)*$/.test(text);

const examplesIn = (help: string): string[] => [...help.matchAll(/^ {2}\$ baton (.*)$/gm)].map(([, line = '']) => line);

/** Words as a shell splits them; the examples use double quotes only. */
const split = (line: string): string[] =>
  [...line.matchAll(/((?:[^\s"]|"[^"]*")+)/g)].map(([word]) => word.replaceAll('"', ''));

test('every verb of the contract is there, takes --json, and shows examples', () => {
  const baton = createBatonCommand();
  const names = baton.commands.map((command) => command.name());
  expect(names).toEqual(expect.arrayContaining(CONTRACT));
  for (const [family, verbs] of Object.entries(FAMILIES)) {
    const command = baton.commands.find((each) => each.name() === family);
    expect(command?.commands.map((each) => each.name())).toEqual(expect.arrayContaining(verbs));
  }
  for (const verb of listVerbs(baton)) {
    const help = helpOf(verb);
    expect([verb.name(), examplesIn(help).length > 0]).toEqual([verb.name(), true]);
    if (!['hook', 'completion'].includes(verb.name())) expect(help).toContain('--json');
  }
});

test('help says something of every argument and option of every verb', () => {
  for (const verb of listVerbs(createBatonCommand())) {
    const silent = [
      ...verb.registeredArguments.filter(({ description }) => !saysSomething(description)).map((each) => each.name()),
      ...verb.options.filter(({ description }) => !saysSomething(description)).map(({ flags }) => flags),
    ];
    expect([verb.name(), ...silent]).toEqual([verb.name()]);
  }
});

test('help names files and paths as such, and a family shows its own verbs alone', () => {
  const baton = createBatonCommand();
  const help = (name: string): string => helpOf(baton.commands.find((each) => each.name() === name) ?? baton);
  expect(help('section')).toMatch(/^Usage: baton section \[options\] <file> <identifier>$/m);
  expect(help('init')).toContain('--task-file <path>');
  expect(help('task')).not.toContain('Setting up:');
  expect(help('hooks')).not.toContain('Setting up:');
});

test('no text of help is about a field that is gone', () => {
  const fields = new Set(
    OPERATIONS.flatMap((operation) => listFields(operation).flatMap(({ name }) => [name, `${operation.name} ${name}`])),
  );
  expect(Object.keys(FIELD_TEXTS).filter((key) => !fields.has(key))).toEqual([]);
});

test('every example of every verb is a command line that is understood', async () => {
  const shop = createShop({ isRepository: false });
  const texts = [
    'test.log',
    'plan.md',
    'report.md',
    'answer.md',
    'requirements.md',
    'design.md',
    'tasks.md',
    'docs/plan.md',
    'specs/001-search/tasks.md',
  ];
  for (const path of texts) shop.write(path, '# Goals\n\n### Task 1.1: One\n');
  const lines = listVerbs(createBatonCommand()).flatMap((verb) => examplesIn(helpOf(verb)));
  expect(lines.length).toBeGreaterThan(70);
  for (const line of lines.filter((each) => !/^(mcp|completion|hook) ?/.test(each))) {
    const { stdout, stderr } = await shop.baton([...split(line), '--json'], { stdin: '# Goals\n' });
    const { error } = JSON.parse(stdout) as { error: { code: string; message: string } | null };
    expect([line, stderr, error?.code === 'Usage' ? error.message : '']).toEqual([line, '', '']);
  }
});

test('the files that the help of init shows make a task', async () => {
  const init = listVerbs(createBatonCommand()).find((verb) => verb.name() === 'init');
  const [, task = '', map = ''] =
    /^A task file[^\n]*\n(.*?)\n\nThe map[^\n]*\n(.*)$/ms.exec(init === undefined ? '' : helpOf(init)) ?? [];
  const shop = createShop();
  shop.write('tasks/TASK-0824.yaml', task.replaceAll(/^ {2}/gm, ''));
  shop.write('standards-map.yaml', map.replaceAll(/^ {2}/gm, ''));
  shop.write('standards/rules.md', '# Rules\n\n## Names\n\nNames are checked on the server.\n');
  expect((await shop.ask('init', 'TASK-0824')).error).toBeNull();
});
