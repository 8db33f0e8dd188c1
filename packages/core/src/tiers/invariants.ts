import { plainName, readMarkedDocument } from '../markdown/marked-document.ts';
import { identityOf, type BulletEntry } from './bullet-entry.ts';
import { readBullets } from './read-bullets.ts';

type Invariant = Extract<BulletEntry, { kind: 'invariant' }>;

/** The core file with the invariants that it does not hold yet; the very same text when there are none. */
export function addInvariants(text: string | null, invariants: readonly Invariant[]): string | null {
  const known = new Set(
    readBullets(text ?? '', '').entries.flatMap(({ entry }) =>
      entry.kind === 'invariant' ? [identityOf(entry.text)] : [],
    ),
  );
  const missing = invariants.filter(({ text: invariant }) => {
    const isNew = !known.has(identityOf(invariant));
    known.add(identityOf(invariant));
    return isNew;
  });
  if (missing.length === 0) return text;
  const head = text ?? '# Context core\n';
  const eol = /\r\n/.test(head) ? '\r\n' : '\n';
  const section = readMarkedDocument(head).sections.find(({ name }) =>
    /^(?:\d+\.\s*)?(?:global )?invariants$/i.test(plainName(name)),
  );
  const end = section?.end ?? head.length;
  const block = missing.map(formatInvariant).join('\n').replaceAll('\n', eol);
  const above = head.slice(0, end).trimEnd();
  const below = head.slice(end);
  const title =
    section === undefined
      ? `${eol}${eol}## Invariants${eol}${eol}`
      : /^[-*+] /m.test(lastLines(above))
        ? eol
        : eol + eol;
  // An indented line (of a heading that is underlined) would go on with the list; a comment ends it.
  const fence = /^[ \t]/.test(below) ? `<!-- end of the list -->${eol}${eol}` : '';
  return `${above}${title}${block}${eol}${below === '' ? '' : eol}${fence}${below}`;
}

function formatInvariant({ text, reason }: Invariant): string {
  return `- Invariant: ${text}${reason === null ? '' : `\n  Reason: ${reason}`}`;
}

/** The lines at the end that are not separated by a blank one. */
function lastLines(text: string): string {
  return text.split(/(?:\r\n|\n)[ \t]*(?:\r\n|\n)/).at(-1) ?? '';
}
