import { ATTESTABLE } from '../section/attestable.ts';
import { COMPLIANCE_CHECKS } from '../guards/compliance-checks.ts';
import type { Guard } from '../guards/guard.ts';
import { CONFLICT_RULES, DOMAIN_AUTHORITIES, type ConflictRule } from '../guards/scope-authorities.ts';
import { PROTOCOL_TABLE, type ProtocolTable } from '../guards/protocol-table.ts';
import type { TaskState } from '../states/task-state.ts';
import type { Transition, TransitionKind } from '../guards/transitions.ts';

const KIND_TITLES: Readonly<Record<TransitionKind, string>> = {
  forward: 'Every step forward',
  return: 'Every return because of a breach',
  judgement: 'Every step that somebody decides',
  abandon: 'Giving up',
  finish: 'Finishing',
};

/**
 * The machine as markdown: the diagram, the guards of each step, the ways back, the checks of compliance. `docs/protocol.md` holds it, and a
 * test compares the two.
 *
 * @example
 * ```ts
 * import { renderProtocol } from '@batonkit/protocol';
 *
 * renderProtocol().includes('SYNTHESIS --> IMPLEMENTATION: advance'); // => true
 * ```
 */
export function renderProtocol<State extends string = TaskState>(given?: ProtocolTable<State>): string {
  const table = (given ?? PROTOCOL_TABLE) as ProtocolTable;
  return [
    '## The states',
    renderDiagram(table),
    '## What each step demands',
    'Each guard is a row of the table in `packages/protocol/src/guards/transitions.ts`. A refusal lists every guard that is not met.',
    ...renderCommon(table),
    ...table.rows.filter(({ guards }) => guards.length > 0).map(renderRow),
    '## The ways back',
    renderBackward(table),
    '## What the compliance check looks for',
    renderTable(
      ['check', 'what has to be so'],
      COMPLIANCE_CHECKS.map(({ id, sentence }) => [code(id), sentence]),
    ),
    '## What commands about agents demand',
    'Each condition is a row of the table in `packages/protocol/src/guards/command-guards.ts`.',
    renderTable(
      ['command', 'condition', 'what has to be so'],
      Object.entries(table.commands).flatMap(([command, guards]) =>
        guards.map(({ id, sentence }) => [code(command), code(id), sentence]),
      ),
    ),
    '## Who decides in a scope negotiation',
    renderTable(
      ['domain', 'decides on', 'weight', 'tier'],
      DOMAIN_AUTHORITIES.map(({ domain, over, authority, tier }) => [domain, over, authority, `${tier}`]),
    ),
    renderTable(
      ['where these overlap', 'who decides', 'because'],
      CONFLICT_RULES.map(({ between, decides, because }) => [between.join(' and '), renderDecider(decides), because]),
    ),
    '## What somebody has to vouch for',
    'The library cannot see these, so the owner attests them, in the state named here. An attestation lapses with the plan or the content it was given about.',
    renderTable(
      ['condition', 'what it says', 'attested in', 'about'],
      Object.entries(ATTESTABLE).map(([id, { sentence, state, about }]) => [
        code(id),
        sentence,
        state,
        about ?? 'the task',
      ]),
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

function renderDiagram({ rows }: ProtocolTable): string {
  const drawn = rows.filter(({ kind }) => kind === 'forward' || kind === 'judgement');
  const lines = drawn.map(({ from, to, trigger }) => `  ${from} --> ${to}: ${trigger}`);
  const edges = ['  [*] --> INIT: claim', ...lines, '  CLEANUP --> [*]: finish'];
  return ['```mermaid', 'stateDiagram-v2', ...edges, '```'].join('\n');
}

function renderCommon({ common }: ProtocolTable): string[] {
  return Object.entries(common)
    .filter(([, guards]) => guards.length > 0)
    .map(([kind, guards]) => `### ${KIND_TITLES[kind as TransitionKind]}\n\n${renderGuards(guards)}`);
}

function renderRow({ from, to, trigger, guards }: Transition): string {
  const title =
    trigger === 'finish' ? `${from}, finish` : `${from} to ${to}${trigger === 'advance' ? '' : ` (${trigger})`}`;
  return `### ${title}\n\n${renderGuards(guards)}`;
}

function renderGuards(guards: readonly Guard[]): string {
  return renderTable(
    ['guard', 'what has to be so'],
    guards.map(({ id, sentence }) => [code(id), sentence]),
  );
}

function renderBackward({ rows, states: order }: ProtocolTable): string {
  const ways = new Map<string, { readonly trigger: string; readonly to: string; readonly from: string[] }>();
  for (const { from, to, trigger, kind } of rows) {
    if (kind === 'forward' || kind === 'finish') continue;
    const way = ways.get(`${trigger} ${to}`) ?? { trigger, to, from: [] };
    way.from.push(from);
    ways.set(`${trigger} ${to}`, way);
  }
  const inOrder = (states: readonly string[]): string => order.filter((state) => states.includes(state)).join(', ');
  return renderTable(
    ['because', 'to', 'from'],
    [...ways.values()].map(({ trigger, to, from }) => [code(trigger), to, inOrder(from)]),
  );
}

function renderDecider(decides: ConflictRule['decides']): string {
  if ('all' in decides) return `${decides.all.join(' and ')}, both`;
  if ('domain' in decides)
    return decides.hears === undefined ? decides.domain : `${decides.domain}, hearing ${decides.hears}`;
  return Object.entries(decides.about)
    .map(([about, domain]) => `${domain} on ${about}`)
    .join(', ');
}

function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}
