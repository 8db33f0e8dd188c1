import type { ToolUse } from '@batonkit/guard';
import type { Payload } from './harness-codec.ts';
import { patchPaths } from './patch-paths.ts';

/** How a tool of a harness is put into the words of the guard's policy. */
export interface NativeTool {
  readonly tool: string;
  /** The policy's name for a field, by the harness's. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The fields that say where a command runs. */
  readonly directories?: readonly string[];
  /** Fields that hold lists of globs; each is judged by itself, as `pattern`. */
  readonly lists?: readonly string[];
  /** The field that holds an `apply_patch` patch. */
  readonly patch?: string;
}

/** What a tool use comes to for the guard. */
export interface TranslatedUse {
  readonly uses: readonly ToolUse[];
  /** Where a command may run: what the input says, and where it is not certain that the harness heeds that, the session's folder too. */
  readonly commandDirectories: readonly string[];
}

/** How harnesses, and versions of them, call the folder of a command. */
const DIRECTORY_FIELDS = [
  ...['working_directory', 'workingDirectory', 'working_dir', 'workdir', 'cwd'],
  ...['directory', 'dir_path', 'dirPath'],
];

/** Translates a tool use. A tool that the table does not know stays as it is: the policy decides whether it may be used. */
export function translateUse(table: Readonly<Record<string, NativeTool>>, name: string, input: Payload): TranslatedUse {
  const native = Object.hasOwn(table, name) ? table[name] : undefined;
  if (native === undefined) return { uses: [{ tool: name, input }], commandDirectories: directoriesOf(input, []) };
  const { tool, fields = {}, directories = [], lists, patch } = native;
  if (lists !== undefined) {
    const patterns = lists.flatMap((field) => input[field]).filter((pattern) => pattern !== undefined);
    return { uses: patterns.map((pattern) => ({ tool, input: { pattern } })), commandDirectories: [] };
  }
  if (patch !== undefined) {
    const text = input[patch];
    const paths = typeof text === 'string' ? patchPaths(text) : [];
    // A patch that names no file leaves the guard without a path, and it says so.
    const inputs = paths.length === 0 ? [{}] : paths.map((path) => ({ file_path: path }));
    return { uses: inputs.map((one) => ({ tool, input: one })), commandDirectories: [] };
  }
  const isRenamed = ([field]: readonly [string, unknown]): boolean => Object.hasOwn(fields, field);
  // The tool goes by the harness's own names, so that a field which only bears the policy's name must not hide one of them.
  const renamed = Object.entries(input)
    .filter(isRenamed)
    .map(([field, value]) => [fields[field] ?? field, value] as const);
  const others = Object.entries(input).filter((entry) => !isRenamed(entry));
  return {
    uses: [{ tool, input: Object.fromEntries([...others, ...renamed]) }],
    commandDirectories: tool === 'Bash' ? directoriesOf(input, directories) : [],
  };
}

/** `own` are the fields that the harness is known to heed. */
function directoriesOf(input: Payload, own: readonly string[]): readonly string[] {
  const read = (names: readonly string[]): readonly string[] =>
    names.map((name) => input[name]).filter((value): value is string => typeof value === 'string' && value !== '');
  const all = read(DIRECTORY_FIELDS);
  return [...new Set(all.length > 0 && read(own).length === 0 ? ['.', ...all] : all)];
}

const TELLING = ['file_path', 'notebook_path', 'path', 'command', 'pattern', 'url', 'query', 'description'];

/** What a tool was used on, for the work log. */
export function describeUse({ uses }: TranslatedUse): string {
  const found = uses.flatMap(({ input }) => {
    const field = TELLING.find((name) => typeof input[name] === 'string');
    return field === undefined ? [] : [String(input[field])];
  });
  return found.join(', ');
}
