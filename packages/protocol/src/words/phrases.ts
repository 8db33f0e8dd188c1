/** Alternatives as whole words or phrases. A space matches one space; gaps are bounded so that a match takes linear time. */
export function phrases(...alternatives: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}'-])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}'-])`, 'u');
}

/** What nobody wants to find. */
export const FAULT_NOUN =
  'issues?|problems?|violations?|concerns?|objections?|errors?|bugs?|defects?|flaws?|regressions?|failures?|blockers?|vulnerabilit(?:y|ies)';
