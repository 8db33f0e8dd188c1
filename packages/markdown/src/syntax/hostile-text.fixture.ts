import fc from 'fast-check';
import { documents } from './markdown-documents.fixture.ts';

const fragment = fc.constantFrom(
  ...[
    '#',
    '##',
    ' ',
    '\t',
    '\n',
    '\r',
    '\r\n',
    '\n\n',
    '---',
    '+++',
    '===',
    '```',
    '~~~',
    '> ',
    '- ',
    '1. ',
    '**',
    '__',
  ],
  ...['[', ']', '(', ')', ':', ': ', ',', '/', '.', '<!--', '-->', '<div>', '&amp;', '\\', '`', '|', '\0', '\uFEFF'],
  ...['\ud800', '\udc00', '😀', 'é', 'Task 1.1: ', '### Task 2: ', '**Why:** ', 'Plan 1.1', 'Design X', 'Done when: '],
  ...['## Files changed', '**Tested:** ', 'Decisions: ', '- **Concerns**: ', 'Verified: a via b', 'Unable to verify '],
);
const edit = fc.record({ at: fc.nat(), remove: fc.nat(40), insert: fc.array(fragment, { maxLength: 4 }) });

/** Real-looking documents after random cuts and insertions, and texts made of markup alone. */
export const hostileTexts = fc.oneof(
  fc.array(fragment, { maxLength: 40 }).map((parts) => parts.join('')),
  fc.tuple(fc.constantFrom(...documents), fc.array(edit, { minLength: 1, maxLength: 8 })).map(([document, edits]) =>
    edits.reduce((text, { at, remove, insert }) => {
      const start = at % (text.length + 1);
      return text.slice(0, start) + insert.join('') + text.slice(start + remove);
    }, document),
  ),
);
