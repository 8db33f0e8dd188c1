import { isUtf8 } from 'node:buffer';
import type { TreePath } from '@batonkit/core';

const QUOTE = 0x22;
const shortEscapes: Readonly<Record<number, string>> = {
  7: 'a',
  8: 'b',
  9: 't',
  10: 'n',
  11: 'v',
  12: 'f',
  13: 'r',
  0x22: '"',
  0x5c: '\\',
};
const shortBytes = new Map(Object.entries(shortEscapes).map(([byte, letter]) => [letter, Number(byte)]));

/** The one text form of a name in a tree: its UTF-8 text, or git's quoting where that would not be exact. */
export function toTreePath(name: Buffer): TreePath {
  if (name[0] !== QUOTE && isUtf8(name)) return name.toString('utf8');
  let text = '"';
  for (const byte of name) {
    const letter = shortEscapes[byte];
    if (letter !== undefined) text += `\\${letter}`;
    else if (byte < 0x20 || byte >= 0x7f) text += `\\${byte.toString(8).padStart(3, '0')}`;
    else text += String.fromCharCode(byte);
  }
  return `${text}"`;
}

/** The bytes that a text form stands for. */
export function fromTreePath(path: TreePath): Buffer {
  if (!path.startsWith('"')) return Buffer.from(path, 'utf8');
  const inner = path.endsWith('"') && path.length > 1 ? path.slice(1, -1) : path.slice(1);
  const bytes: number[] = [];
  const pattern = /\\([0-3][0-7]{2})|\\(.)|([^\\]+)|\\$/gsu;
  for (const [, octal, letter, plain] of inner.matchAll(pattern)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else if (letter !== undefined)
      bytes.push(...(shortBytes.has(letter) ? [shortBytes.get(letter) ?? 0] : Buffer.from(letter)));
    else if (plain !== undefined) for (const byte of Buffer.from(plain)) bytes.push(byte);
  }
  return Buffer.from(bytes);
}

/** Orders text by code point, which for names is the order of their bytes. */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const [x, y] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (x === y) continue;
    // Surrogates stand for code points above every other code unit.
    const [left, right] = [x >= 0xd800 && x < 0xe000, y >= 0xd800 && y < 0xe000];
    return left === right ? x - y : left ? 1 : -1;
  }
  return a.length - b.length;
}
