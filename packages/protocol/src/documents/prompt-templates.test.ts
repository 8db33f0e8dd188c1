import { describe, expect, test } from 'vitest';
import { estimateTokens } from '@batonkit/markdown';
import { parseDecision, parseScopeDecision } from './parse-decision.ts';
import { fillPrompt, NEGOTIATION_PROMPT, REVIEW_PROMPT } from './prompt-templates.ts';

describe.each([
  ['review', REVIEW_PROMPT],
  ['negotiation', NEGOTIATION_PROMPT],
] as const)('the prompt for %s', (_name, prompt) => {
  test('costs what it says', () => {
    expect(prompt.tokens).toBe(estimateTokens(prompt.text));
  });

  test('has the places it says, and no others', () => {
    const found = [...prompt.text.matchAll(/\{([^}]*)\}/g)].map(([, place]) => place);
    expect([...new Set(found)].sort()).toEqual([...prompt.places].sort());
  });

  test('is filled in without a second look at what was filled in', () => {
    const values = Object.fromEntries(prompt.places.map((place) => [place, `<<${place} {task} $& $1>>`]));
    const filled = fillPrompt(prompt, values);
    for (const place of prompt.places) expect(filled).toContain(`<<${place} {task} $& $1>>`);
    expect(fillPrompt(prompt, {})).toBe(prompt.text);
  });
});

test('an answer in the form that a prompt asks for is read', () => {
  expect(parseDecision('Fine.\n\nFINAL DECISION: APPROVED - nothing is left')._unsafeUnwrap().decision).toBe(
    'APPROVED',
  );
  const answer = NEGOTIATION_PROMPT.text
    .slice(NEGOTIATION_PROMPT.text.indexOf('BLOCKING ISSUES:\n'))
    .replace('- <item>\n', 'none\n')
    .replace(/<item, [^>]*>/, 'write the manual')
    .replace(/<why [^>]*>/, 'it needs the release')
    .replace(/<DEFER [^>]*>/, 'DEFER');
  expect(parseScopeDecision(answer)._unsafeUnwrap()).toEqual({
    decision: 'DEFER',
    blocking: [],
    deferrable: ['write the manual'],
    justification: 'it needs the release',
  });
});
