import * as z from 'zod';
import { defineSlice, type Slice, type Unmet } from '@batonkit/core';
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
import type { ProtocolRecord, ProtocolTypes, ProtocolEnv } from '../section/protocol-record.ts';
import { ProtocolSectionSchema } from '../section/protocol-section.ts';
import { ProtocolSummarySchema, summarizeProtocol } from '../section/protocol-summary.ts';
import { PROTOCOL_TABLE, type ProtocolTable, findUnmet, toUnmet } from '../guards/protocol-table.ts';
import { ABOUT_SESSION, unmetByReplay } from './unmet-by-replay.ts';
import { voidApprovals } from './void-approvals.ts';
import { warnOfProtocol } from './warn-of-protocol.ts';
import { viewOf } from '../guards/guard.ts';

/**
 * The protocol as a slice of its own, made from a table of steps and guards.
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
export function createProtocol(table: ProtocolTable = PROTOCOL_TABLE): Slice<ProtocolTypes> {
  return defineSlice({
    name: 'protocol',
    isServed: true,
    needs: [roles, evidence, turns, deltas],
    section: z.strictObject({ protocol: ProtocolSectionSchema.nullable() }),
    begin: () => ({ protocol: null }),
    commands: protocolCommandSchemas,
    events: protocolEventSchemas,
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
      shape: { protocol: ProtocolSummarySchema.optional() },
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
}

/** The protocol that Batonkit runs. */
export const protocol: Slice<ProtocolTypes> = createProtocol();

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
  if (finish !== undefined) return toUnmet(findUnmet(table, finish, viewOf(record, protocol, env)));
  const detail = `${record.task_id} is in ${protocol.state}. A task under the protocol is finished in CLEANUP; next says what is left to do.`;
  return [{ condition: 'state', detail }];
}
