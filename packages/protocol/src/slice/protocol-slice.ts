import * as z from 'zod';
import { defineSlice, type Unmet } from '@batonkit/core';
import { deltas, evidence, type Objection, roles, turns } from '@batonkit/core/machine';
import { rejectingIn } from '../section/agents-of.ts';
import { createDecisions } from './decide-protocol.ts';
import { FOLLOWED, protocolEvolutions } from './evolve-protocol.ts';
import { homeOf } from '../section/home-of.ts';
import { unmetByFence, unowned } from './owner-fence.ts';
import { protocolArtifacts } from '../section/protocol-artifacts.ts';
import { protocolCommandSchemas } from '../section/protocol-command.ts';
import { protocolEventSchemas } from '../section/protocol-event.ts';
import { ProtocolFactsSchema } from '../section/protocol-facts.ts';
import type { ProtocolRecord, ProtocolEnv } from '../section/protocol-record.ts';
import { ProtocolSectionSchema } from '../section/protocol-section.ts';
import { ProtocolSummarySchema, summarizeProtocol } from '../section/protocol-summary.ts';
import {
  PROTOCOL_TABLE,
  type ProtocolSlice,
  type ProtocolTable,
  findUnmet,
  toUnmet,
} from '../guards/protocol-table.ts';
import type { TaskState } from '../states/task-state.ts';
import { TASK_STATES } from '../states/task-states.ts';
import { withStates } from '../section/with-states.ts';
import { ABOUT_SESSION, unmetByReplay } from './unmet-by-replay.ts';
import { voidApprovals } from './void-approvals.ts';
import { warnOfProtocol } from './warn-of-protocol.ts';
import { viewOf } from '../guards/guard.ts';

/**
 * The protocol as a slice of its own, made from a table of states, steps and guards. A table may add states (`insertState` puts one in), take
 * guards out and add others; decisions, schemas, the compliance audit and what `next` says follow it.
 *
 * @example
 * ```ts
 * import { coreSlices, createMachine } from '@batonkit/core/machine';
 * import { createProtocol, PROTOCOL_TABLE } from '@batonkit/protocol';
 *
 * const rows = PROTOCOL_TABLE.rows.filter(({ trigger }) => trigger !== 'abandon');
 * const protocol = createProtocol({ ...PROTOCOL_TABLE, rows });
 * createMachine([...coreSlices, protocol]).slices.at(-1)?.name; // => 'protocol'
 * ```
 */
export function createProtocol<State extends string = TaskState>(given?: ProtocolTable<State>): ProtocolSlice {
  // Inside, a state is one of Batonkit's; what is decided by such a state is decided by it alone.
  const table = (given ?? PROTOCOL_TABLE) as ProtocolTable;
  requireWhole(table);
  const slice = defineSlice({
    name: 'protocol',
    isServed: true,
    needs: [roles, evidence, turns, deltas],
    section: z.strictObject({ protocol: withStates(ProtocolSectionSchema, table.states).nullable() }),
    begin: () => ({ protocol: null }),
    commands: protocolCommandSchemas.map((schema) => withStates(schema, table.states)) as unknown as Commands,
    events: protocolEventSchemas.map((schema) => withStates(schema, table.states)) as unknown as Events,
    facts: ProtocolFactsSchema,
    decide: createDecisions(table),
    evolve: { ...protocolEvolutions(), ...FOLLOWED },
    objections: {
      '*': (record, act, { session }) => unmetByFence(record, act, session).map(asForeign),
      'complete-task': (record, _command, env) => {
        const { protocol } = record;
        if (protocol === null) return [];
        if (protocol.fence > 0 && protocol.owner === null) return [asForeign(unowned(record))];
        return unmetByProtocol(record, env, table);
      },
      'purge-context': unmetByPurge,
    },
    adds: {
      // What was approved of the old brief is not approved of the new one.
      'context-rebuilt': ({ protocol, immutable_sha }, event) =>
        protocol === null || event.immutable_sha === immutable_sha
          ? []
          : voidApprovals(protocol, 'rebuild-context', 'all'),
    },
    artifacts: ({ protocol }) => (protocol === null ? [] : protocolArtifacts(protocol)),
    summary: {
      shape: { protocol: withStates(ProtocolSummarySchema, table.states).optional() },
      of: ({ protocol }) => (protocol === null ? {} : { protocol: summarizeProtocol(protocol) }),
    },
    home: homeOf,
    repeats: unmetByReplay,
    warns: warnOfProtocol,
    requests: {
      aboutSession: ABOUT_SESSION,
      // Where the main branch was and is, as `land` found it.
      facts: { 'land-task': ['commit', 'branch', 'from', 'mergedBefore'] },
    },
  });
  return Object.freeze({ ...slice, table });
}

type Commands = typeof protocolCommandSchemas;
type Events = typeof protocolEventSchemas;

/** The protocol that Batonkit runs. */
export const protocol: ProtocolSlice = createProtocol();

/** Throws, naming what is wrong, for a table whose steps and states do not fit together. */
function requireWhole({ states, rows }: ProtocolTable): void {
  const fail = (what: string): never => {
    throw new Error(`createProtocol: ${what}.`);
  };
  const lacking = TASK_STATES.find((state) => !states.includes(state));
  if (lacking !== undefined) fail(`the states have no ${lacking}, which the rules of the protocol are about`);
  const taken = new Set<string>();
  for (const { from, to, trigger } of rows) {
    const name = `${from} -> ${to} (${trigger})`;
    const unknown = [from, to].find((state) => !states.includes(state));
    if (unknown !== undefined) fail(`the step ${name} is about ${unknown}, which is not among the states`);
    if (taken.has(name)) fail(`the step ${name} is there twice`);
    taken.add(name);
  }
}

function asForeign(unmet: Objection): Objection {
  return { ...unmet, code: 'NotOwner' };
}

/** The lock of the main working tree goes only with the session that holds it; rejections go with the end of the task alone. */
function unmetByPurge(
  record: ProtocolRecord,
  _command: object,
  { session }: { readonly session: string | null },
): readonly Objection[] {
  const held = record.protocol?.main_lock ?? null;
  if (held !== null && held.session !== session) {
    const detail = `The main working tree is locked by session ${held.session}; its lock cannot be purged. Wait for it, or take the lock over once a person confirmed that the session is gone.`;
    return [{ condition: 'main-lock-owner', detail, code: 'NotOwner' }];
  }
  const rejecting = record.protocol === null || record.completion !== null ? [] : rejectingIn(record.protocol);
  if (rejecting.length === 0) return [];
  const names = rejecting.map(([name]) => name).join(', ');
  const detail = `${names} rejected the content of ${record.task_id}, and a purge would forget that. Fix the work and let the reviewer decide again, or abandon the task and complete it.`;
  return [{ condition: 'keeps-rejections', detail }];
}

/** What the protocol has to say against completing a task; nothing when the task never was under it. */
function unmetByProtocol(record: ProtocolRecord, env: ProtocolEnv, table: ProtocolTable): readonly Unmet[] {
  const { protocol } = record;
  if (protocol === null) return [];
  const finish = table.rows.find((row) => row.kind === 'finish' && row.from === protocol.state);
  if (finish !== undefined) return toUnmet(findUnmet(table, finish, viewOf(record, protocol, env, table)));
  const detail = `${record.task_id} is in ${protocol.state}. A task under the protocol is finished in CLEANUP; next says what is left to do.`;
  return [{ condition: 'state', detail }];
}
