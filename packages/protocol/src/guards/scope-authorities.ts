/** A field that a reviewer has the last word in. */
export interface DomainAuthority {
  readonly domain: string;
  readonly agent: string;
  /** What it decides on. */
  readonly over: string;
  /** `veto`: what it blocks is blocked, whatever a rule or a tier says; `final`: its word counts; `defers`: it may let go of its own. */
  readonly authority: 'veto' | 'final' | 'defers';
  /** Breaks a deadlock where no authority speaks; 1 is the highest. */
  readonly tier: 1 | 2 | 3;
}

/** The eight domains, who speaks for them and with what weight. */
export const DOMAIN_AUTHORITIES: readonly DomainAuthority[] = Object.freeze([
  domain('security', 'security vulnerabilities and privacy violations', 'veto', 2),
  domain('build', 'deployment safety and build integrity', 'final', 2),
  domain('architecture', 'architectural completeness', 'final', 1),
  domain('performance', 'performance requirements and scalability', 'final', 3),
  domain('quality', 'documentation and tests beyond a basic quality', 'defers', 2),
  domain('style', 'style where the core works', 'defers', 3),
  domain('test', 'test coverage of business logic', 'final', 3),
  domain('usability', 'improvements where the core is accessible', 'defers', 3),
]);

/** Who decides where two domains claim the same item. */
export interface ConflictRule {
  readonly between: readonly [string, string];
  /** One domain decides, all of several have to agree, or it depends on what the item is about. */
  readonly decides:
    | { readonly domain: string; readonly hears?: string }
    | { readonly all: readonly string[] }
    | { readonly about: Readonly<Record<string, string>> };
  readonly because: string;
}

/** The five rules for domains that overlap. */
export const CONFLICT_RULES: readonly ConflictRule[] = Object.freeze([
  {
    between: ['security', 'privacy'],
    decides: { all: ['security', 'privacy'] },
    because: 'Both have a veto, so both have to agree to a deferral.',
  },
  {
    between: ['architecture', 'performance'],
    decides: { domain: 'architecture', hears: 'performance' },
    because: 'The structure decides, with the numbers before it.',
  },
  {
    between: ['build', 'architecture'],
    decides: { domain: 'build' },
    because: 'What cannot be deployed safely does not ship.',
  },
  {
    between: ['test', 'quality'],
    decides: { about: { coverage: 'test', standards: 'quality' } },
    because: 'Tests answer for coverage, quality for standards.',
  },
  { between: ['style', 'quality'], decides: { domain: 'quality' }, because: 'Quality encompasses style.' },
] satisfies readonly ConflictRule[]);

function domain(
  name: string,
  over: string,
  authority: DomainAuthority['authority'],
  tier: DomainAuthority['tier'],
): DomainAuthority {
  return Object.freeze({ domain: name, agent: `${name}-reviewer`, over, authority, tier });
}
