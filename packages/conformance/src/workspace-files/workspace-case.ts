import assert from 'node:assert/strict';
import type { Result, ResultAsync, WorkspaceFiles, WorkspaceFilesError } from '@batonkit/core';

/** What a workspace holds before a case starts. */
export interface WorkspaceSeed {
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** Symbolic links: path in the workspace -> target as written into the link. */
  readonly links: Readonly<Record<string, string>>;
}

/** One promise of the port, as a test. */
export interface WorkspaceCase {
  readonly name: string;
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** A case with links runs only where the workspace can have them. */
  readonly links?: Readonly<Record<string, string>>;
  readonly run: (files: WorkspaceFiles) => Promise<void>;
}

/** The value of a result; a failure fails the test with its code and message. */
export async function expectDone<T>(
  result: Result<T, WorkspaceFilesError> | ResultAsync<T, WorkspaceFilesError>,
): Promise<T> {
  const settled = await result;
  if (settled.isErr()) assert.fail(`expected success, got ${settled.error.code}: ${settled.error.message}`);
  return settled.value;
}

/** The failure of a result, which must have one of the given codes. */
export async function expectRefusal(
  result: Result<unknown, WorkspaceFilesError> | ResultAsync<unknown, WorkspaceFilesError>,
  ...codes: WorkspaceFilesError['code'][]
): Promise<WorkspaceFilesError> {
  const settled = await result;
  if (settled.isOk()) assert.fail(`expected ${codes.join(' or ')}, but the call succeeded`);
  assert.ok(codes.includes(settled.error.code), `${settled.error.code}: ${settled.error.message}`);
  return settled.error;
}

/** The text of a file, null when there is none. */
export async function textOf(files: WorkspaceFiles, path: string): Promise<string | null> {
  return (await expectDone(files.read(path)))?.text ?? null;
}
