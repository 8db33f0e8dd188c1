/** A value in a JSON text, and where it stands. */
export type JsonNode =
  | { readonly kind: 'object'; readonly start: number; readonly end: number; readonly members: readonly JsonMember[] }
  | { readonly kind: 'array'; readonly start: number; readonly end: number; readonly items: readonly JsonNode[] }
  | { readonly kind: 'plain'; readonly start: number; readonly end: number };

/** A member of an object; `start` is that of its name. */
export interface JsonMember {
  readonly name: string;
  readonly start: number;
  readonly value: JsonNode;
}

/** Reads where everything stands in a text that `JSON.parse` takes. */
export function parseJsonText(text: string): JsonNode {
  let at = 0;
  const skipSpace = (): void => {
    while (' \t\r\n'.includes(text[at] ?? 'x')) at += 1;
  };
  const readString = (): string => {
    const start = at;
    at += 1;
    while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    at += 1;
    return JSON.parse(text.slice(start, at)) as string;
  };
  /** Reads what stands between brackets, and the brackets. */
  const readList = <T>(close: string, readOne: () => T): T[] => {
    const found: T[] = [];
    at += 1;
    for (skipSpace(); text[at] !== close; skipSpace()) {
      if (text[at] === ',') at += 1;
      skipSpace();
      found.push(readOne());
    }
    at += 1;
    return found;
  };
  const readMember = (): JsonMember => {
    const start = at;
    const name = readString();
    skipSpace();
    at += 1;
    return { name, start, value: readValue() };
  };
  const readValue = (): JsonNode => {
    skipSpace();
    const start = at;
    if (text[at] === '{') return { kind: 'object', members: readList('}', readMember), start, end: at };
    if (text[at] === '[') return { kind: 'array', items: readList(']', readValue), start, end: at };
    if (text[at] === '"') readString();
    else while (at < text.length && !' \t\r\n,]}'.includes(text[at] ?? '')) at += 1;
    return { kind: 'plain', start, end: at };
  };
  return readValue();
}

/** The value of a member; of two with one name the last, as `JSON.parse` has it. */
export function memberOf(node: JsonNode | undefined, name: string): JsonNode | undefined {
  return node?.kind === 'object' ? node.members.findLast((member) => member.name === name)?.value : undefined;
}

/** The items of an array, or undefined when it is none. */
export function itemsOf(node: JsonNode | undefined): readonly JsonNode[] | undefined {
  return node?.kind === 'array' ? node.items : undefined;
}

/** Adds a value at the end of an array or, with a name, of an object, in the indentation of the text. Nothing else changes. */
export function appendTo(text: string, node: JsonNode, value: unknown, name?: string): string {
  const { unit, newline } = styleOf(text);
  const indent = indentAt(text, node.start);
  const label = name === undefined ? '' : `${JSON.stringify(name)}: `;
  const lines = JSON.stringify(value, null, unit).split('\n');
  const added = `${newline}${indent}${unit}${label}${lines.join(`${newline}${indent}${unit}`)}`;
  const last = node.kind === 'object' ? node.members.at(-1)?.value : itemsOf(node)?.at(-1);
  if (last === undefined)
    return `${text.slice(0, node.start + 1)}${added}${newline}${indent}${text.slice(node.end - 1)}`;
  return `${text.slice(0, last.end)},${added}${text.slice(last.end)}`;
}

/** Replaces a value. Nothing else changes. */
export function replaceValue(text: string, node: JsonNode, value: unknown): string {
  const { unit, newline } = styleOf(text);
  const indent = indentAt(text, node.start);
  const lines = JSON.stringify(value, null, unit).split('\n');
  return `${text.slice(0, node.start)}${lines.join(`${newline}${indent}`)}${text.slice(node.end)}`;
}

/** Removes a member or an item by its number. What stands between the others stays. */
export function removeFrom(text: string, node: JsonNode, index: number): string {
  const spans =
    node.kind === 'object'
      ? node.members.map(({ start, value }) => ({ start, end: value.end }))
      : (itemsOf(node) ?? []).map(({ start, end }) => ({ start, end }));
  const [before, own, after] = [spans[index - 1], spans[index], spans[index + 1]];
  if (own === undefined) return text;
  if (before !== undefined) return text.slice(0, before.end) + text.slice(own.end);
  if (after !== undefined) return text.slice(0, own.start) + text.slice(after.start);
  return text.slice(0, node.start + 1) + text.slice(node.end - 1);
}

function styleOf(text: string): { readonly unit: string; readonly newline: string } {
  const unit = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  return { unit, newline: text.includes('\r\n') ? '\r\n' : '\n' };
}

function indentAt(text: string, position: number): string {
  const line = text.slice(text.lastIndexOf('\n', position - 1) + 1, position);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}
