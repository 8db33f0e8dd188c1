import type { DecisionEntry } from './bullet-entry.ts';
import { readBullets } from './read-bullets.ts';

/** The decisions of DECISIONS.md in order. What a person wrote in another form is left alone. */
export function readDecisions(text: string | null): DecisionEntry[] {
  return readBullets(text ?? '', '').entries.flatMap(({ entry }) => (entry.kind === 'decision' ? [entry] : []));
}

/** DECISIONS.md with further decisions at its end: what was there stays, to the byte. One that is there already is not added again. */
export function appendDecisions(text: string | null, decisions: readonly DecisionEntry[]): string | null {
  const known = new Set(readDecisions(text).map(keyOf));
  const missing = decisions.filter((decision) => {
    const isNew = !known.has(keyOf(decision));
    known.add(keyOf(decision));
    return isNew;
  });
  if (missing.length === 0) return text;
  const head = text === null || text.trim() === '' ? `${text ?? ''}# Decisions\n` : text;
  const eol = /\r\n/.test(head) ? '\r\n' : '\n';
  const gap = /(?:\r\n|\n)[ \t]*(?:\r\n|\n)$/.test(head) ? '' : /\n$/.test(head) ? eol : eol + eol;
  return `${head}${gap}${missing.map(formatDecision).join('\n\n').replaceAll('\n', eol)}${eol}`;
}

/** A decision as it stands in the file. */
export function formatDecision({ text, reason, impact, at }: DecisionEntry): string {
  const time = at === null ? '' : `[${at}] `;
  return `- ${time}Decision: ${text}\n  Reason: ${reason}\n  Impact: ${impact}`;
}

function keyOf({ text, reason, impact }: DecisionEntry): string {
  return JSON.stringify([text, reason, impact]);
}
