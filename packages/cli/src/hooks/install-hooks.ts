import fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { err, failure, type Failure, ok, type Result } from '@batonkit/core';
import { findWorkspace, treeOfTexts } from '../kit/find-workspace.ts';
import { diffLines } from './diff-lines.ts';
import { addHooks, removeHooks, type UnusableSettings } from './edit-settings.ts';
import { findProgram } from './find-program.ts';
import { harnessName } from './harness-name.ts';
import { HARNESS_SETTINGS } from './harness-settings.ts';
import { OPENCODE_PLUGIN_PATH, pluginText } from './opencode-file.ts';

/** What `baton hooks install` takes. */
export interface InstallHooksOptions {
  /** claude, codex, gemini, cursor or opencode. */
  readonly harness: string;
  /** Any folder of the repository. */
  readonly directory: string;
  /** Write the settings; without it they are only shown. */
  readonly write?: boolean | undefined;
  /** Take the hooks out instead. */
  readonly remove?: boolean | undefined;
  /** How to call this program; found out when left out. */
  readonly command?: string | undefined;
  /** The file of the program that runs now, and the variable PATH. */
  readonly file: string;
  readonly path?: string | undefined;
}

/** What was done, or would be. */
export interface InstalledHooks {
  /** The settings file, relative to the repository. */
  readonly path: string;
  readonly isChanged: boolean;
  readonly isWritten: boolean;
  /** The change, line by line. */
  readonly diff: string;
  /** What else a person has to know or do. */
  readonly remarks: readonly string[];
}

/** Why hooks were not installed. */
export type InstallHooksError =
  | UnusableSettings
  | Failure<'InvalidInput', { readonly harness: string }>
  | Failure<'GitFailure', { readonly reason: 'not-a-repository' }>
  | Failure<'Conflict', { readonly path: string }>
  | Failure<'StorageFailure', { readonly path: string; readonly reason: string }>;

/**
 * Puts the hooks of a harness into the settings of a repository, or takes them out. What stands there already stays byte for byte;
 * settings that cannot be read, or have comments, are refused and left alone.
 *
 * Fails with `UnusableSettings`, `InvalidInput` (no such harness), `GitFailure` (no repository), `Conflict` (somebody else changed the
 * file meanwhile) or `StorageFailure`.
 *
 * @example
 * ```ts
 * import { mkdirSync, mkdtempSync } from 'node:fs';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 * import { installHooks } from '@batonkit/cli';
 *
 * const directory = mkdtempSync(join(tmpdir(), 'repo-'));
 * mkdirSync(join(directory, '.git'));
 * const shown = installHooks({ harness: 'cursor', directory, file: '/opt/baton.js', command: 'baton' });
 * shown.isOk() && shown.value.isWritten; // => false
 * shown.isOk() && shown.value.diff.includes('+        "failClosed": true'); // => true
 * ```
 */
export function installHooks(options: InstallHooksOptions): Result<InstalledHooks, InstallHooksError> {
  const workspace = findWorkspace([options.directory]);
  if (workspace === null) {
    const message = `${options.directory} is in no git repository. Go into one, then try again.`;
    return err(failure('GitFailure', message, { reason: 'not-a-repository' }));
  }
  const { root } = workspace;
  const program = findProgram({ workspace, file: options.file, path: options.path });
  const command = options.command ?? program.command;
  const remarks =
    options.command !== undefined || program.isPortable
      ? []
      : [
          'The program is called by its path on this machine. Install @batonkit/cli in the project to share the settings.',
        ];
  const isRemoval = options.remove === true;

  const name = harnessName(options.harness);
  if (name === 'opencode') {
    const path = OPENCODE_PLUGIN_PATH;
    return read(root, path).andThen((before) => {
      if (before !== null && !before.includes('@batonkit/cli/opencode') && !before.includes('batonkit opencode plugin'))
        return err(unusable(path, 'is not the plugin that Batonkit writes'));
      return finish(
        root,
        path,
        before,
        isRemoval ? null : pluginText(treeOfTexts(workspace), options.file),
        options,
        [],
      );
    });
  }
  const settings = HARNESS_SETTINGS.find(({ harness }) => harness === name);
  if (settings === undefined) {
    const known = [...HARNESS_SETTINGS.map(({ harness }) => harness), 'opencode'].join(', ');
    const message = `There are no hooks for ${JSON.stringify(options.harness.slice(0, 60))}. Choose one of ${known}.`;
    return err(failure('InvalidInput', message, { harness: options.harness }));
  }
  const { path } = settings;
  return read(root, path).andThen((before): Result<InstalledHooks, InstallHooksError> => {
    if (isRemoval && before === null) return finish(root, path, null, null, options, []);
    const mark = before?.startsWith('\uFEFF') === true ? '\uFEFF' : '';
    const text = before === null ? null : before.slice(mark.length);
    const after = isRemoval ? removeHooks(text ?? '', settings) : addHooks(text, settings, command);
    if (after.isErr()) return err(after.error);
    const made = after.value === null ? null : mark + after.value;
    return finish(root, path, before, made, options, isRemoval ? [] : [...settings.remarks, ...remarks]);
  });
}

function finish(
  root: string,
  path: string,
  before: string | null,
  after: string | null,
  { write }: InstallHooksOptions,
  remarks: readonly string[],
): Result<InstalledHooks, InstallHooksError> {
  const isChanged = before !== after;
  const plan = { path, isChanged, diff: diffLines(before ?? '', after ?? ''), remarks };
  if (!isChanged || write !== true) return ok({ ...plan, isWritten: false });
  return replace(root, path, before, after).map(() => ({ ...plan, isWritten: true }));
}

function read(root: string, path: string): Result<string | null, InstallHooksError> {
  return attempt(path, () => {
    const file = join(root, path);
    const isLink = fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    if (isLink && !fs.existsSync(file)) return err(unusable(path, 'is a link to a file that is not there'));
    if (!fs.existsSync(file)) return ok(null);
    // Whoever reads a pipe waits for somebody to write.
    if (!fs.statSync(file).isFile()) return err(unusable(path, 'is not an ordinary file'));
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(fs.readFileSync(file)));
  });
}

/** Puts the new file in place of the old one at once, behind a link where the settings are one. */
function replace(
  root: string,
  path: string,
  before: string | null,
  after: string | null,
): Result<void, InstallHooksError> {
  return attempt(path, () => {
    const named = join(root, path);
    fs.mkdirSync(dirname(named), { recursive: true });
    const file = before === null ? named : fs.realpathSync(named);
    const unfinished = join(dirname(file), `.${basename(file)}.${process.pid}.tmp`);
    if (after !== null)
      fs.writeFileSync(unfinished, after, { flag: 'wx', mode: before === null ? 0o644 : fs.statSync(file).mode });
    const found = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;
    if (found !== before) {
      fs.rmSync(unfinished, { force: true });
      return err(failure('Conflict', `${path} was changed by somebody else meanwhile. Try again.`, { path }));
    }
    if (after === null) fs.rmSync(file);
    else fs.renameSync(unfinished, file);
    return ok(undefined);
  });
}

function attempt<T>(path: string, work: () => Result<T, InstallHooksError>): Result<T, InstallHooksError> {
  try {
    return work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof TypeError) return err(unusable(path, 'is not UTF-8 text'));
    return err(failure('StorageFailure', `${path} could not be read or written: ${reason}.`, { path, reason }, error));
  }
}

function unusable(path: string, reason: string): UnusableSettings {
  return failure('UnusableSettings', `${path} ${reason}. It was left as it is.`, { path, reason });
}
