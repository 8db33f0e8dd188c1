import { type Command, Option } from 'commander';
import { listFields, type Operation, type OperationField } from '@batonkit/operations';
import type { ShellOptions } from '../kit/open-kit.ts';
import { fieldText } from './field-texts.ts';
import { HELP_TEXTS } from './help-texts.ts';

/** What a command line of an operation said. */
export interface OperationCall {
  readonly operation: Operation;
  readonly fields: readonly OperationField[];
  /** Fields as they were written. */
  readonly given: Readonly<Record<string, unknown>>;
  /** A JSON file with further fields, or `-`. */
  readonly from: string | undefined;
  readonly options: ShellOptions;
}

/** Describes an operation to commander: its arguments, options, help and examples. */
export function describeOperation(
  command: Command,
  operation: Operation,
  run: (call: OperationCall) => Promise<void>,
): Command {
  const { positional, hidden, negated } = operation.shell;
  const fields = listFields(operation).filter(({ name }) => !hidden.includes(name));
  const placed = positional.flatMap((name) => fields.find((field) => field.name === name) ?? []);
  const named = fields.filter(({ name }) => !positional.includes(name));

  command.description(operation.summary);
  command.usage(['[options]', ...placed.map((field) => placeholderOf(operation, field))].join(' '));
  for (const field of placed) {
    const list = field.kind === 'list' || field.kind === 'map' ? '...' : '';
    // Missing ones are found later: they may come from --from.
    command.argument(`[${shownName(operation, field)}${list}]`, describeField(operation, field));
  }
  for (const field of named) command.addOption(optionOf(operation, field, negated.includes(field.name)));
  addShellOptions(command, { operation, taken: named.map(({ name }) => name) });
  command.addHelpText('after', formatExamples(operation.shell.examples) + (HELP_TEXTS[operation.name] ?? ''));
  command.action(async (...args: unknown[]) => {
    const values = args.slice(0, placed.length);
    const flags = command.opts<Record<string, unknown> & ShellOptions>();
    const given = Object.fromEntries([
      ...placed.map(({ name }, index) => [name, emptyToUndefined(values[index])]),
      ...named.map(({ name }) => [name, flags[name]]),
    ]) as Record<string, unknown>;
    const from = typeof flags.from === 'string' ? flags.from : undefined;
    await run({ operation, fields, given, from, options: flags });
  });
  return command;
}

/** The options that every verb takes. */
export function addShellOptions(
  command: Command,
  { operation, taken = [] }: { readonly operation?: Operation; readonly taken?: readonly string[] } = {},
): void {
  const add = (option: Option): void => {
    if (!taken.includes(option.attributeName())) command.addOption(option.helpGroup(COMMON));
  };
  add(new Option('--json', 'print { success, data, error } as JSON'));
  add(new Option('-C, --directory <path>', 'run as if started there'));
  add(new Option('--store <place>', 'a directory, "git", a postgres:// address, or env:NAME (BATON_STORE)'));
  if (operation === undefined) return;
  add(new Option('--session <name>', 'the run that acts (BATON_SESSION)'));
  add(new Option('--from <file>', 'read fields from a JSON file, or - for standard input'));
  if (operation.hints.readOnly) return;
  add(new Option('--actor <name>', 'who acts, for the audit (BATON_ACTOR)'));
  add(new Option('--operation-id <id>', 'repeating a call with the same id does not apply it twice'));
  add(new Option('--force-secrets', 'write although the secret scanner objects'));
}

const COMMON = 'Who and where:';

/** `taskId` as it is written on a command line. */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `<task-id>`, or `[paths...]` where it may be left out. */
export function placeholderOf(operation: Operation, field: OperationField): string {
  const text = `${shownName(operation, field)}${field.kind === 'list' || field.kind === 'map' ? '...' : ''}`;
  return field.isRequired || isFilePlaced(operation, field) ? `<${text}>` : `[${text}]`;
}

/** A text among the arguments comes from a file that this shell reads, so here, unlike in other shells, it cannot be left out. */
export function isFilePlaced({ shell }: Operation, { name }: OperationField): boolean {
  return shell.positional.includes(name) && shell.fromFile.includes(name);
}

function shownName(operation: Operation, field: OperationField): string {
  return field.name === 'text' && isFilePlaced(operation, field) ? 'file' : kebab(field.name);
}

function describeField(operation: Operation, { name, kind, choices, description }: OperationField): string {
  const notes = [
    fieldText(operation.name, name) ?? description,
    ...(operation.shell.fromFile.includes(name) ? ['a file, or - for standard input'] : []),
    ...(choices.length > 0 ? [`one of ${choices.join(', ')}`] : []),
    ...(kind === 'map' ? ['as name=value'] : []),
  ];
  return notes.filter((note) => note !== '').join('; ');
}

function optionOf(operation: Operation, field: OperationField, isNegated: boolean): Option {
  const flag = kebab(field.name);
  const description = [describeField(operation, field), ...(field.isRequired ? ['required'] : [])]
    .filter((part) => part !== '')
    .join('; ');
  if (isNegated) return new Option(`--no-${flag}`, description).default(undefined);
  if (field.kind === 'flag') return new Option(`--${flag}`, description);
  const { fromFile, paths } = operation.shell;
  const value = fromFile.includes(field.name) ? 'file' : paths.includes(field.name) ? 'path' : VALUES[field.kind];
  const option = new Option(`--${flag} <${value}>`, description);
  if (field.kind === 'choice') {
    const text = fieldText(operation.name, field.name) ?? field.description;
    const required = field.isRequired ? '; required' : '';
    return new Option(`--${flag} <value>`, `${text}${required}`).choices([...field.choices]);
  }
  if (field.kind !== 'list' && field.kind !== 'map') return option;
  return option.argParser((text: string, before: string[] | undefined) => [...(before ?? []), text]);
}

const VALUES: Readonly<Record<OperationField['kind'], string>> = {
  text: 'text',
  number: 'number',
  flag: '',
  choice: 'value',
  list: 'text',
  map: 'name=value',
  'text-or-number': 'text',
};

function emptyToUndefined(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}

/** Examples as help shows them. */
export function formatExamples(examples: readonly string[]): string {
  return examples.length === 0 ? '' : `\nExamples:\n${examples.map((example) => `  $ baton ${example}\n`).join('')}`;
}
