import type { TaskEvent } from './core-machine.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coreMachine } from './core-machine.ts';
import { sealEvents, type AuditEntry } from '../audit/audit-entry.ts';
import { EMPTY_CHAIN } from '../audit/chain-anchor.ts';
import { replayAudit } from '../audit/replay-audit.ts';
import { STATUS_EDGES } from '../slices/decide-role.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import type { CommandInput } from './core-machine.fixture.ts';
import { decide } from './core-machine.fixture.ts';
import { evolve } from './core-machine.fixture.ts';
import { readRecord } from './core-machine.fixture.ts';
import { anyCommand, sampleEnv, sampleInit } from './sample-task.fixture.ts';
import type { TaskRecord } from './core-machine.fixture.ts';

interface Life {
  record: TaskRecord | null;
  entries: AuditEntry<TaskEvent>[];
  revision: number;
}

/** Carries out commands one by one, as the service does, but without a store. */
function live(
  commands: readonly CommandInput[],
  onStep?: (before: TaskRecord | null, after: TaskRecord | null) => void,
): Life {
  const life: Life = { record: null, entries: [], revision: 0 };
  for (const command of [sampleInit, ...commands]) {
    const before = life.record;
    const events = decide(before, command, sampleEnv).unwrapOr([]);
    if (events.length === 0) continue;
    life.revision += 1;
    const last = life.entries.at(-1);
    const anchor = last === undefined ? EMPTY_CHAIN : { count: last.seq, head: last.hash };
    const sealed = sealEvents(events, { anchor, revision: life.revision, env: sampleEnv });
    life.entries.push(...sealed);
    life.record = sealed.reduce<TaskRecord | null>(
      (record, entry) => coreMachine.anchor(evolve(record, entry.event), entry),
      before,
    );
    if (sealed.some(({ event }) => event.type === 'context-purged')) life.record = null;
    onStep?.(before, life.record);
  }
  return life;
}

const commands = fc.array(anyCommand, { maxLength: 30 });

describe('laws of the record', () => {
  test('replaying the audit gives the same record, to the byte', () => {
    fc.assert(
      fc.property(commands, (given) => {
        const { record, entries } = live(given);
        const replayed = replayAudit(entries, undefined, coreMachine)._unsafeUnwrap();
        expect(replayed.purged).toBe(record === null);
        if (record !== null) expect(canonicalJson(replayed.record)).toBe(canonicalJson(record));
      }),
    );
  });

  test('a refused command changes nothing, and deciding twice gives the same answer', () => {
    fc.assert(
      fc.property(commands, anyCommand, (given, command) => {
        const { record } = live(given);
        const before = canonicalJson(record);
        const first = decide(record, command, sampleEnv);
        const second = decide(record, command, sampleEnv);
        expect(canonicalJson(record)).toBe(before);
        expect(first).toEqual(second);
        if (first.isErr()) expect(first.error.data.unmet.length).toBeGreaterThan(0);
      }),
    );
  });

  test('every record that comes about can be stored, read back and trusted', () => {
    fc.assert(
      fc.property(commands, (given) => {
        const { record } = live(given);
        if (record === null) return;
        expect(readRecord(canonicalJson(record))._unsafeUnwrap()).toEqual(record);
      }),
    );
  });

  test('a status moves only along the allowed edges, or back to pending because an earlier role started again', () => {
    fc.assert(
      fc.property(commands, (given) => {
        live(given, (before, after) => {
          for (const role of before?.roles ?? []) {
            const from = before?.coordination[role]?.status ?? 'pending';
            const to = after?.coordination[role]?.status ?? from;
            const reset = from === 'done' && to === 'pending';
            expect(from === to || reset || STATUS_EDGES[from].includes(to)).toBe(true);
          }
        });
      }),
    );
  });

  test('a record is frozen to its leaves', () => {
    const { record } = live([{ type: 'block-role', role: 'implementer', finding: 'no access' }]);
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      expect(Object.isFrozen(value)).toBe(true);
      Object.values(value).forEach(visit);
    };
    visit(record);
    expect(() => {
      (record as { immutable: { task_snapshot: { title: string } } }).immutable.task_snapshot.title = 'other';
    }).toThrow(TypeError);
  });
});
