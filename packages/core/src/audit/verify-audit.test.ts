import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleEnv, sampleInit } from '../machine/sample-task.fixture.ts';
import { coreMachine, type TaskEvent } from '../machine/core-machine.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { sha256Hex } from '../text/sha256-hex.ts';
import { sealEvents, type AuditEntry } from './audit-entry.ts';
import { ZERO_HASH } from '../record/zero-hash.ts';
import { EMPTY_CHAIN } from './chain-anchor.ts';
import { replayAudit } from './replay-audit.ts';
import { verifyAudit } from './verify-audit.ts';

const chain = fc
  .array(
    fc.constantFrom<TaskEvent>({ type: 'role-started', role: 'implementer' }, { type: 'context-purged', reason: 'ü' }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((events) => sealEvents<TaskEvent>(events, { anchor: EMPTY_CHAIN, revision: 1, env: sampleEnv }) as AuditEntry[]);

const anchorOf = (entries: readonly AuditEntry[]): { count: number; head: string } => ({
  count: entries.length,
  head: entries.at(-1)?.hash ?? ZERO_HASH,
});

describe('verifyAudit', () => {
  test('accepts what was sealed, and names its anchor', () => {
    fc.assert(
      fc.property(chain, (entries) => {
        expect(verifyAudit(entries, anchorOf(entries))._unsafeUnwrap()).toEqual(anchorOf(entries));
      }),
    );
  });

  test('the hash is the SHA-256 of the canonical JSON of everything else', () => {
    const [entry] = sealEvents<TaskEvent>([{ type: 'context-purged', reason: 'r' }], {
      anchor: EMPTY_CHAIN,
      revision: 3,
      env: sampleEnv,
    });
    const text =
      `{"actor":"ada","at":"2026-11-16T09:00:00.000Z","event":{"reason":"r","type":"context-purged"},"head":"${'c'.repeat(40)}",` +
      `"prev":"${'0'.repeat(64)}","revision":3,"seq":1,"session":"session-1"}\n`;
    expect(entry?.hash).toBe(sha256Hex(text));
  });

  test('finds any edit of any field of any entry', () => {
    const edits: ((entry: AuditEntry) => object)[] = [
      (entry) => ({ ...entry, seq: entry.seq + 1 }),
      (entry) => ({ ...entry, revision: entry.revision + 1 }),
      (entry) => ({ ...entry, at: '2020-01-01T00:00:00.000Z' }),
      (entry) => ({ ...entry, actor: 'mallory' }),
      (entry) => ({ ...entry, session: null }),
      (entry) => ({ ...entry, head: 'd'.repeat(40) }),
      (entry) => ({ ...entry, event: { type: 'role-completed', role: 'implementer' } }),
      (entry) => ({ ...entry, prev: 'e'.repeat(64) }),
      (entry) => ({ ...entry, hash: 'f'.repeat(64) }),
      (entry) => ({ ...entry, extra: true }),
      ({ head: _, ...entry }) => entry,
    ];
    fc.assert(
      fc.property(chain, fc.nat(), fc.constantFrom(...edits), (entries, at, edit) => {
        const index = at % entries.length;
        const edited = entries.map((entry, position) => (position === index ? edit(entry) : entry));
        expect(verifyAudit(edited)._unsafeUnwrapErr().data.index).toBeGreaterThanOrEqual(index);
      }),
    );
  });

  test('an edit whose own hash was recomputed still breaks the chain behind it', () => {
    fc.assert(
      fc.property(chain, (entries) => {
        const [first, ...rest] = entries as [AuditEntry, ...AuditEntry[]];
        const { hash: _, ...forged } = { ...first, actor: 'mallory' };
        const edited = [{ ...forged, hash: sha256Hex(canonicalJson(forged)) }, ...rest];
        expect(verifyAudit(edited, anchorOf(entries)).isErr()).toBe(true);
        if (rest.length > 0)
          expect(verifyAudit(edited)._unsafeUnwrapErr().data).toEqual({ index: 1, reason: 'prev-mismatch' });
      }),
    );
  });

  test('finds every gap, every exchange and every doubled entry', () => {
    fc.assert(
      fc.property(
        chain.filter(({ length }) => length > 1),
        fc.nat(),
        fc.nat(),
        (entries, a, b) => {
          const [i, j] = [a % entries.length, b % entries.length];
          if (i < entries.length - 1) expect(verifyAudit(entries.filter((_, index) => index !== i)).isErr()).toBe(true);
          expect(verifyAudit(entries.flatMap((entry, index) => (index === i ? [entry, entry] : [entry]))).isErr()).toBe(
            true,
          );
          if (i !== j) {
            const exchanged = [...entries];
            [exchanged[i], exchanged[j]] = [entries[j] as AuditEntry, entries[i] as AuditEntry];
            expect(verifyAudit(exchanged).isErr()).toBe(true);
          }
        },
      ),
    );
  });

  test('a cut or extended tail shows against the anchor', () => {
    fc.assert(
      fc.property(chain, fc.nat(), (entries, at) => {
        const cut = entries.slice(0, at % entries.length);
        expect(verifyAudit(cut).isOk()).toBe(true);
        expect(verifyAudit(cut, anchorOf(entries))._unsafeUnwrapErr().data).toEqual({
          index: cut.length,
          reason: 'anchor-mismatch',
        });
        expect(verifyAudit(entries, anchorOf(cut)).isErr()).toBe(true);
      }),
    );
  });

  test.each([
    null,
    undefined,
    'text',
    7,
    [null],
    [undefined],
    [7],
    [{}],
    [{ seq: 1, revision: 1, prev: 7, hash: 'x' }],
    [{ seq: 1, revision: 1, prev: ZERO_HASH, hash: 7 }],
    [{ seq: 1, revision: 0.5, prev: ZERO_HASH, hash: 'x' }],
    [{ seq: '1', revision: 1, prev: ZERO_HASH, hash: '' }],
    [{ seq: 1, revision: 1, prev: ZERO_HASH, hash: 'x', at: NaN }],
  ])('answers AuditBroken for what is no audit: %j', (entries) => {
    expect(verifyAudit(entries as never)._unsafeUnwrapErr()).toMatchObject({
      code: 'AuditBroken',
      data: { index: 0, reason: 'malformed' },
    });
  });

  test('says which entry is wrong, and how', () => {
    const sealed = sealEvents<TaskEvent>(
      Array.from({ length: 2 }, () => ({ type: 'role-started', role: 'implementer' }) as const),
      { anchor: EMPTY_CHAIN, revision: 1, env: sampleEnv },
    ) as [AuditEntry, AuditEntry];
    const { hash: _, ...skipping } = { ...sealed[1], seq: 3 };
    const skipped = [sealed[0], { ...skipping, hash: sha256Hex(canonicalJson(skipping)) }];
    expect(verifyAudit(skipped)._unsafeUnwrapErr()).toMatchObject({
      message:
        'Audit entry 2 is out of sequence: an entry is missing or moved. Keep the file as it is and compare it with a backup.',
      data: { index: 1, reason: 'seq-gap' },
    });
    expect(verifyAudit([{ ...sealed[0], actor: 'mallory' }])._unsafeUnwrapErr()).toMatchObject({
      message:
        'Audit entry 1 does not have the hash of its content: it was edited. Keep the file as it is and compare it with a backup.',
      data: { index: 0, reason: 'hash-mismatch' },
    });
  });

  test('the count of the anchor counts, not its head alone', () => {
    const entries = sealEvents<TaskEvent>([{ type: 'context-purged', reason: 'done' }], {
      anchor: EMPTY_CHAIN,
      revision: 1,
      env: sampleEnv,
    });
    expect(verifyAudit(entries, { ...anchorOf(entries), count: 2 })._unsafeUnwrapErr().data).toEqual({
      index: 1,
      reason: 'anchor-mismatch',
    });
  });

  test('an entry of an earlier revision behind a later one is out of order', () => {
    const first = sealEvents<TaskEvent>([{ type: 'role-started', role: 'implementer' }], {
      anchor: EMPTY_CHAIN,
      revision: 2,
      env: sampleEnv,
    });
    const anchor = anchorOf(first);
    const second = sealEvents<TaskEvent>([{ type: 'role-started', role: 'implementer' }], {
      anchor,
      revision: 1,
      env: sampleEnv,
    });
    expect(verifyAudit([...first, ...second])._unsafeUnwrapErr().data).toEqual({ index: 1, reason: 'revision-order' });
  });
});

describe('replayAudit', () => {
  test('nothing was purged where nothing is', () => {
    expect(replayAudit([])._unsafeUnwrap()).toEqual({ record: null, purged: false });
  });

  test('refuses a chain whose events no decision can have made', () => {
    const orphan = sealEvents<TaskEvent>([{ type: 'role-started', role: 'implementer' }], {
      anchor: EMPTY_CHAIN,
      revision: 1,
      env: sampleEnv,
    });
    expect(replayAudit(orphan)._unsafeUnwrapErr()).toMatchObject({
      code: 'AuditBroken',
      message:
        'Audit entry 1 holds an event that this Batonkit did not write or does not know. Use the Batonkit that wrote it.',
      data: { index: 0, reason: 'malformed' },
    });
    const unknown = sealEvents<TaskEvent>([{ type: 'task-teleported' } as never], {
      anchor: EMPTY_CHAIN,
      revision: 1,
      env: sampleEnv,
    });
    expect(verifyAudit(unknown).isOk()).toBe(true);
    const error = replayAudit(unknown)._unsafeUnwrapErr();
    expect(error).toMatchObject({ code: 'UnknownSection', data: { unmet: [{ condition: '/event/task-teleported' }] } });
    expect(error.message).toContain('"task-teleported"');
  });

  test('knows a completion that a slice has its say in from one that was edited', () => {
    const complete = (more: object): readonly AuditEntry[] => {
      const [begun] = coreMachine.decide(null, sampleInit, sampleEnv)._unsafeUnwrap();
      const record = coreMachine.evolve(null, begun!);
      const [completed] = coreMachine.decide(record, { type: 'complete-task' }, sampleEnv)._unsafeUnwrap();
      const { summary, ...event } = completed as Extract<TaskEvent, { type: 'task-completed' }>;
      const events = [begun!, { ...event, summary: { ...summary, ...more } }];
      return sealEvents<TaskEvent>(events, { anchor: EMPTY_CHAIN, revision: 1, env: sampleEnv });
    };
    expect(replayAudit(complete({})).isOk()).toBe(true);
    const error = replayAudit(complete({ costs: { spent: 3 } }))._unsafeUnwrapErr();
    expect(error).toMatchObject({ code: 'UnknownSection', data: { unmet: [{ condition: '/event/summary/costs' }] } });
    expect(replayAudit(complete({ audit_entries: 'many' }))._unsafeUnwrapErr().code).toBe('AuditBroken');
  });
});
