import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { err, failure, type Failure, ok, type Result } from '@batonkit/core';
import type { Operation, OperationField } from '@batonkit/operations';
import type { BatonIo } from '../io/baton-io.ts';
import { realPath } from '../kit/find-workspace.ts';
import { MAX_INPUT_BYTES, readUpTo } from '../io/read-up-to.ts';

/** What was written on a command line is no input. */
export type InvalidUsage = Failure<'InvalidInput' | 'Usage', object>;

/** What a command line says, field by field, before it is an input. */
export type GivenFields = Readonly<Record<string, unknown>>;

/** Makes an operation's input: reads the files that stand for texts, and takes paths from where the shell runs to the root. */
export async function readInput(
  operation: Operation,
  fields: readonly OperationField[],
  given: GivenFields,
  place: { readonly io: BatonIo; readonly directory: string; readonly root: string },
): Promise<Result<Record<string, unknown>, InvalidUsage>> {
  const input: Record<string, unknown> = {};
  for (const { name, kind } of fields) {
    const value = given[name];
    if (value === undefined) continue;
    if (operation.shell.fromFile.includes(name)) {
      const text = await readText(textOf(value), place);
      if (text.isErr()) return err(text.error);
      input[name] = text.value;
    } else if (operation.shell.paths.includes(name)) {
      input[name] = Array.isArray(value)
        ? value.map((path) => fromRoot(textOf(path), place))
        : fromRoot(textOf(value), place);
    } else {
      const parsed = parseValue(name, kind, value);
      if (parsed.isErr()) return err(parsed.error);
      input[name] = parsed.value;
    }
  }
  return ok(input);
}

/** commander hands over texts wherever a file or path is meant. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Reads a whole input from a JSON file, or `-`. */
export async function readJsonInput(
  file: string,
  place: { readonly io: BatonIo; readonly directory: string },
): Promise<Result<Record<string, unknown>, InvalidUsage>> {
  const text = await readText(file, place);
  if (text.isErr()) return err(text.error);
  try {
    const value = JSON.parse(text.value) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return ok({ ...value });
    return err(usage(`${nameOf(file)} holds JSON, but not an object with fields.`));
  } catch {
    return err(usage(`${nameOf(file)} is not JSON. It must be one object whose fields are the options.`));
  }
}

async function readText(
  file: string,
  { io, directory }: { readonly io: BatonIo; readonly directory: string },
): Promise<Result<string, InvalidUsage>> {
  let bytes: Uint8Array;
  try {
    if (file === '-') bytes = await io.readStdin();
    else {
      const path = resolve(directory, file);
      const { size } = await stat(path);
      if (size > MAX_INPUT_BYTES) return err(tooLarge(file, size));
      // A device or a pipe has no size, and may have no end.
      bytes = await readUpTo(createReadStream(path));
    }
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    const reason =
      code === 'ENOENT'
        ? 'there is no such file (- would be standard input)'
        : code === 'EISDIR'
          ? 'it is a directory'
          : code;
    return err(usage(`${nameOf(file)} cannot be read: ${reason}.`));
  }
  if (bytes.length > MAX_INPUT_BYTES) return err(tooLarge(file, bytes.length));
  try {
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return err(usage(`${nameOf(file)} is not UTF-8 text.`));
  }
}

function tooLarge(file: string, bytes: number): InvalidUsage {
  const megabytes = (count: number): string => `${Math.ceil(count / 1024 / 1024)} MiB`;
  return usage(
    `${nameOf(file)} has ${megabytes(bytes)}; at most ${megabytes(MAX_INPUT_BYTES)} are read. Is it the right file?`,
  );
}

function nameOf(file: string): string {
  return file === '-' ? 'Standard input' : file;
}

/** A path below the root, with `/` between names. What leads out is left to the workspace to refuse. */
function fromRoot(path: string, { directory, root }: { readonly directory: string; readonly root: string }): string {
  if (path === '*') return path;
  const written = resolve(directory, path);
  // A whole path may lead here through a link; the root has none.
  const full = isBelow(written, root) ? written : join(realPath(dirname(written)), basename(written));
  return relative(root, full).split(sep).join('/');
}

function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

function parseValue(name: string, kind: OperationField['kind'], value: unknown): Result<unknown, InvalidUsage> {
  if (kind === 'number' && typeof value === 'string') {
    const number = Number(value);
    return value.trim() !== '' && Number.isFinite(number)
      ? ok(number)
      : err(usage(`${name}: "${value}" is not a number.`));
  }
  if (kind === 'text-or-number' && typeof value === 'string' && /^\d+$/.test(value)) return ok(Number(value));
  if (kind === 'map' && Array.isArray(value)) return parsePairs(name, value.map(String));
  return ok(value);
}

/** `name=value` pairs; a value that is JSON is taken as such, anything else as text. */
function parsePairs(name: string, pairs: readonly string[]): Result<Record<string, unknown>, InvalidUsage> {
  const found: [string, unknown][] = [];
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1) return err(usage(`${name}: "${pair}" is not of the form name=value.`));
    found.push([pair.slice(0, at), parseJsonOrText(pair.slice(at + 1))]);
  }
  return ok(Object.fromEntries(found));
}

function parseJsonOrText(text: string): unknown {
  if (!/^(\[|\{|"|-?\d|true$|false$|null$)/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** A mistake on the command line. */
export function usage(message: string): InvalidUsage {
  return failure('Usage', message, {});
}
