import { gitProblem } from './git-problem.ts';

const MAX_NAME = 200;

/** A flat file name that is also a valid ref, on file systems that ignore case too. */
export function encodeKeptName(name: string): string {
  const encoded = name.replaceAll(/[^a-z0-9_-]/gsu, (character) =>
    Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  );
  if (encoded === '' || encoded.length > MAX_NAME)
    throw gitProblem('unsupported', 'a kept name must have 1 to about 100 characters');
  return `k-${encoded}`;
}

/** The name behind a file name. */
export function decodeKeptName(file: string): string {
  return decodeURIComponent(file.slice('k-'.length));
}
