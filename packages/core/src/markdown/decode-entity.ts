import { decodeHTMLStrict } from 'entities/decode';

const ENTITY = /&(?:#[xX]([0-9a-fA-F]{1,6})|#([0-9]{1,7})|[A-Za-z][A-Za-z0-9]{1,31});/y;

/** The entity or numeric character reference that starts at `start`, decoded, or null when there is none. */
export function decodeEntity(text: string, start: number): { decoded: string; end: number } | null {
  ENTITY.lastIndex = start;
  const match = ENTITY.exec(text);
  if (match === null) return null;
  const [source, hex, decimal] = match;
  const end = start + source.length;
  if (hex !== undefined) return { decoded: fromCodePoint(Number.parseInt(hex, 16)), end };
  if (decimal !== undefined) return { decoded: fromCodePoint(Number.parseInt(decimal, 10)), end };
  const decoded = decodeHTMLStrict(source);
  return decoded === source ? null : { decoded, end };
}

function fromCodePoint(point: number): string {
  const isScalar = point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
  return isScalar ? String.fromCodePoint(point) : '\ufffd';
}
