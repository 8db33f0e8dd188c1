import { gitProblem } from './git-problem.ts';

/** A file name has 255 bytes on most disks; git puts `.lock` behind that of a ref. */
const MAX_FILE_NAME = 250;
/** Longer than this, a name is spelled the shorter way. Names on disk depend on it. */
const MAX_SPELLED = 200;

/**
 * A flat file name that is also a valid ref, on file systems that ignore case too. Whatever is not a small letter, a digit, `_` or
 * `-` is spelled as the hex of its bytes. Where that takes too long, as with a task id of many capitals, letters stand in small, and
 * the hex of one bit per letter, 1 for a capital, follows behind a `+`; the first letter is the lowest bit.
 */
export function encodeKeptName(name: string): string {
  const spelled = spell(name, /[^a-z0-9_-]/gsu);
  const isShort = spelled.length <= MAX_SPELLED;
  const file = isShort ? `k-${spelled}` : `k+${spell(inSmall(name), /[^a-z0-9._-]|\.(?=\.)/gsu)}+${capitalsOf(name)}`;
  if (name === '' || file.length > MAX_FILE_NAME)
    throw gitProblem(
      'unsupported',
      `a kept name must not be empty, nor its file name longer than ${MAX_FILE_NAME} bytes`,
    );
  return file;
}

/** The name behind a file name, or `null` when the file was not named by {@link encodeKeptName}. */
export function decodeKeptName(file: string): string | null {
  const [, spelled, small = '', capitals = ''] = /^k(?:-(.+)|\+([^+]+)\+([0-9a-f]+))$/.exec(file) ?? [];
  try {
    const name =
      spelled === undefined ? withCapitals(decodeURIComponent(small), capitals) : decodeURIComponent(spelled);
    return name !== '' && encodeKeptName(name) === file ? name : null;
  } catch {
    return null; // Nothing that could have been spelled here.
  }
}

function spell(text: string, others: RegExp): string {
  return text.replaceAll(others, (character) =>
    Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  );
}

/** Only the letters of ASCII: others are spelled by their bytes, which tell their case. */
function inSmall(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function capitalsOf(name: string): string {
  const bits = Array.from(name.replaceAll(/[^A-Za-z]/g, ''), (letter) => (letter <= 'Z' ? '1' : '0'));
  return BigInt(`0b0${bits.reverse().join('')}`).toString(16);
}

function withCapitals(name: string, capitals: string): string {
  let bits = BigInt(`0x0${capitals}`);
  return name.replaceAll(/[a-z]/g, (letter) => {
    const isCapital = (bits & 1n) === 1n;
    bits >>= 1n;
    return isCapital ? letter.toUpperCase() : letter;
  });
}
