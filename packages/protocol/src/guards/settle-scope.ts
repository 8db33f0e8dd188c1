import { domainOf } from './route-rejection.ts';
import { CONFLICT_RULES, DOMAIN_AUTHORITIES, type ConflictRule, type DomainAuthority } from './scope-authorities.ts';

/** What an agent says of an item. */
export type ScopeVote = 'BLOCKING' | 'DEFERRABLE';

/** An item that agents disagree about. */
export interface ScopeItem {
  /** The domains it belongs to; one or two as a rule. */
  readonly domains: readonly string[];
  /** What it is about, where a rule asks for it (`coverage` or `standards`). */
  readonly about?: string;
  /** What each reviewer says. Anybody else is not heard: users do not classify. */
  readonly votes: Readonly<Record<string, ScopeVote>>;
}

/** What becomes of an item, by whose word and which rule. */
export interface ScopeSettlement {
  readonly verdict: ScopeVote;
  readonly decidedBy: readonly string[];
  readonly rule: 'veto' | 'conflict-rule' | 'domain' | 'tier' | 'nobody';
  /** Who voted without a say. */
  readonly ignored: readonly string[];
}

/**
 * Settles what becomes of an item that agents disagree about. A veto in its own domain beats everything, then the rule for the two domains,
 * then the authority of the domain, then the highest tier. Whoever is in doubt blocks: a tie and silence never defer.
 *
 * @example
 * ```ts
 * import { settleScope } from '@batonkit/protocol';
 *
 * const votes = { 'architecture-reviewer': 'DEFERRABLE', 'security-reviewer': 'BLOCKING' } as const;
 * settleScope({ domains: ['security'], votes }); // => { verdict: 'BLOCKING', decidedBy: ['security-reviewer'], rule: 'veto', ignored: [] }
 * settleScope({ domains: ['style'], votes: { ada: 'DEFERRABLE' } }).ignored; // => ['ada']
 * ```
 */
export function settleScope(
  { domains, about, votes }: ScopeItem,
  tables: {
    readonly authorities?: readonly DomainAuthority[];
    readonly rules?: readonly ConflictRule[];
  } = {},
): ScopeSettlement {
  const { authorities = DOMAIN_AUTHORITIES, rules = CONFLICT_RULES } = tables;
  const ignored = Object.keys(votes).filter((name) => !name.endsWith('-reviewer'));
  const voteOf = new Map(
    Object.entries(votes)
      .filter(([name]) => !ignored.includes(name))
      .map(([name, vote]) => [domainOf(name), vote]),
  );
  const settle = (deciding: readonly string[], rule: ScopeSettlement['rule']): ScopeSettlement => ({
    verdict: deciding.some((name) => voteOf.get(name) !== 'DEFERRABLE') ? 'BLOCKING' : 'DEFERRABLE',
    decidedBy: deciding.map((name) => `${name}-reviewer`),
    rule,
    ignored,
  });

  const vetoes = authorities.filter(({ domain, authority }) => authority === 'veto' && domains.includes(domain));
  const veto = vetoes.find(({ domain }) => voteOf.get(domain) === 'BLOCKING');
  if (veto !== undefined) return settle([veto.domain], 'veto');

  const deciding = rules.flatMap((rule) => decidersOf(rule, domains, about));
  if (deciding.length > 0 && deciding.some((name) => voteOf.has(name))) return settle(deciding, 'conflict-rule');

  const own = domains.filter((name) => voteOf.has(name) && authorities.some(({ domain }) => domain === name));
  if (own.length > 0) return settle(own, 'domain');

  const voting = authorities.filter(({ domain }) => voteOf.has(domain));
  const highest = Math.min(...voting.map(({ tier }) => tier));
  const tier = voting.filter((authority) => authority.tier === highest).map(({ domain }) => domain);
  return tier.length > 0 ? settle(tier, 'tier') : { verdict: 'BLOCKING', decidedBy: [], rule: 'nobody', ignored };
}

function decidersOf(
  { between, decides }: ConflictRule,
  domains: readonly string[],
  about: string | undefined,
): readonly string[] {
  if (!between.every((name) => domains.includes(name))) return [];
  if ('all' in decides) return decides.all;
  if ('domain' in decides) return [decides.domain];
  const decider = about !== undefined && Object.hasOwn(decides.about, about) ? decides.about[about] : undefined;
  return decider === undefined ? Object.values(decides.about) : [decider];
}
