import { rejection, type Rejection } from '../record/rejection.ts';
import { failure, type Failure } from '../result/failure.ts';
import { err, ok, type Result } from '../result/result.ts';
import { isWellFormed } from '../text/canonical-json.ts';
import { encodeUtf8 } from '../text/encode-utf8.ts';

/** A path that leads out of the workspace, or into `.git`, which is not part of it. */
export type PathEscapesRoot = Failure<'PathEscapesRoot', { readonly path: string }>;

const WINDOWS_DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;
// Characters that macOS leaves out when it compares names, so that `.g<U+200C>it` is `.git` there.
const IGNORED_BY_MACOS = /[\u200C-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g;
const MAX_NAME_BYTES = 255;
const MAX_PATH_BYTES = 4096;

/**
 * Checks a path in a workspace: relative, names separated by `/`, each good on Linux, macOS and Windows alike.
 * Fails with `PathEscapesRoot` for `..`, absolute paths, drive letters and `.git` in any spelling; with `InvalidInput` for
 * everything else that cannot name a file everywhere (empty names, NUL and other control characters, `\`, `:`, a dot
 * or space at the end of a name, device names such as `nul`, too long).
 *
 * @example
 * ```ts
 * import { parseWorkspacePath } from '@batonkit/core';
 *
 * parseWorkspacePath('docs/plan.md').isOk(); // => true
 * const climbing = parseWorkspacePath('docs/../../etc/passwd');
 * climbing.isErr() && climbing.error.code; // => 'PathEscapesRoot'
 * const device = parseWorkspacePath('docs/NUL.txt');
 * device.isErr() && device.error.code; // => 'InvalidInput'
 * ```
 */
export function parseWorkspacePath(path: unknown): Result<string, PathEscapesRoot | Rejection<'InvalidInput'>> {
  if (typeof path !== 'string' || path === '') return refuse('a path is a text that is not empty');
  if (path.length > MAX_PATH_BYTES || encodeUtf8(path).length > MAX_PATH_BYTES) return refuse('the path is too long');
  if (!isWellFormed(path)) return refuse('the path cannot be written as UTF-8');

  const names = path.split(/[/\\]/);
  if (/^[/\\]|^[A-Za-z]:/.test(path)) return err(escapesRoot(path, 'it is not relative to the workspace'));
  if (names.includes('..')) return err(escapesRoot(path, 'a path with ".." may lead out of the workspace'));
  if (names.some(isGitDirectory))
    return err(escapesRoot(path, 'it leads into .git, which is no part of the workspace'));
  for (const name of names) {
    const reason = reasonAgainst(name);
    if (reason !== null) return refuse(reason);
  }
  return path.includes('\\') ? refuse('names are separated by "/"') : ok(path);
}

/** The failure for a path that leaves the root. */
export function escapesRoot(path: string, because: string): PathEscapesRoot {
  const shown = path.slice(0, 200);
  return failure('PathEscapesRoot', `${JSON.stringify(shown)} was refused: ${because}. Nothing was touched.`, {
    path: shown,
  });
}

function isGitDirectory(name: string): boolean {
  const plain = name
    .replaceAll(IGNORED_BY_MACOS, '')
    .replace(/[. ]+$|:.*$/, '')
    .toLowerCase();
  return plain === '.git' || plain === 'git~1';
}

function reasonAgainst(name: string): string | null {
  if (name === '') return 'a name in the path is empty';
  // eslint's no-control-regex wants no literal control characters, so they are looked for by code.
  if (Array.from(name).some((character) => character < ' ' || character === '\u007F'))
    return 'the path holds control characters';
  if (/[:*?"<>|]/.test(name)) return 'the path holds a character that Windows does not allow in names';
  if (/[. ]$/.test(name)) return 'a name ends in a dot or a space';
  if (WINDOWS_DEVICE.test(name)) return 'a name is reserved for a device on Windows';
  if (encodeUtf8(name).length > MAX_NAME_BYTES) return 'a name is too long';
  return null;
}

function refuse(reason: string): Result<never, Rejection<'InvalidInput'>> {
  return err(rejection('InvalidInput', [{ condition: '/path', detail: `The path was refused: ${reason}.` }]));
}
