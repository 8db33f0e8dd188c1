import { createMemoryWorkspaceFiles, SimulatedCrash, type WorkspaceFault } from '@batonkit/memory-adapter';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orThrow } from '@batonkit/core';
import { createContextTiers } from './create-context-tiers.ts';
import { readDecisions } from './decisions-file.ts';
import { everything, SAMPLE_TRACK } from './sample-track.fixture.ts';

const open = (faults: readonly WorkspaceFault[] = [], texts: Readonly<Record<string, string>> = SAMPLE_TRACK) =>
  createMemoryWorkspaceFiles({ files: texts, faults });

/** Journal, DECISIONS, PLAN, RISKS, CONTEXT_CORE, latest.json. */
const WRITES = 6;

describe('a compaction that is cut off', () => {
  const strikes = (['before', 'after'] as const).flatMap((when) =>
    (['crash', 'error'] as const).flatMap((as) => [
      ...Array.from({ length: WRITES }, (_, index) => ({ when, as, op: 'write' as const, at: index + 1 })),
      { when, as, op: 'remove' as const, at: 1 },
    ]),
  );

  test.each(strikes)('$as $when $op $at: the next one finds the old set or the new one', async (fault) => {
    const whole = open();
    await orThrow(createContextTiers({ files: whole }).compact());
    const expected = await everything(whole);
    const files = open([fault]);
    const answer = await createContextTiers({ files })
      .compact()
      .match(
        () => 'done',
        ({ code }) => code,
      )
      .catch((error: unknown) => (error instanceof SimulatedCrash ? 'crash' : 'thrown'));
    expect(answer).toBe(fault.as === 'crash' ? 'crash' : 'StorageFailure');

    const isDecided = fault.op === 'remove' || fault.at > 1 || fault.when === 'after';
    const recovered = await orThrow(createContextTiers({ files }).recover());
    expect(recovered.finishedCompaction).toBe(isDecided && !(fault.op === 'remove' && fault.when === 'after'));
    expect(await everything(files)).toEqual(isDecided ? expected : SAMPLE_TRACK);
    expect(recovered.replay.verdict).toBe(isDecided ? 'equal' : 'no-checkpoint');
    await orThrow(createContextTiers({ files }).compact());
    expect(await everything(files)).toEqual(expected);
  });

  test('every operation finishes it first', async () => {
    const whole = open();
    await orThrow(createContextTiers({ files: whole }).compact());
    for (const operation of ['load', 'compact', 'checkpoint', 'recover'] as const) {
      const files = open([{ op: 'write', at: 3, when: 'before', as: 'crash' }]);
      await expect(createContextTiers({ files }).compact()).rejects.toThrow(SimulatedCrash);
      const tiers = createContextTiers({ files });
      expect((await tiers[operation]()).isOk()).toBe(true);
      expect(await everything(files)).toEqual(await everything(whole));
    }
  });

  test('what a person edits before it is finished is kept as well', async () => {
    const files = open([{ op: 'write', at: 3, when: 'before', as: 'crash' }]);
    await expect(createContextTiers({ files }).compact()).rejects.toThrow(SimulatedCrash);
    const plan = 'docs/tracks/search/PLAN.md';
    await orThrow(files.write(plan, `${SAMPLE_TRACK[plan]}\n## By hand\nkeep me\n`));
    await orThrow(files.append('docs/tracks/search/DECISIONS.md', '\n- Decision: by hand\n  Reason: r\n  Impact: i\n'));
    const { state } = await orThrow(createContextTiers({ files }).recover());
    expect(state.decisions.map(({ text }) => text)).toEqual(['No server', 'Normalize to NFC', 'Use a trie', 'by hand']);
    expect(state.nextStep).toBe('Measure it');
    expect((await everything(files))[plan]).toContain('## By hand\nkeep me\n');
  });

  test('a file that was broken by hand meanwhile is named, and the compaction waits for it', async () => {
    const files = open([{ op: 'write', at: 2, when: 'before', as: 'crash' }]);
    await expect(createContextTiers({ files }).compact()).rejects.toThrow(SimulatedCrash);
    const risks = 'docs/tracks/search/RISKS.md';
    await orThrow(files.write(risks, '- Risk: no severity\n'));
    const tiers = createContextTiers({ files });
    expect((await tiers.recover())._unsafeUnwrapErr()).toMatchObject({
      code: 'SchemaViolation',
      data: { problems: [{ file: risks, line: 1 }] },
    });
    await orThrow(files.write(risks, '- Risk: x\n  Severity: low\n'));
    expect((await orThrow(tiers.recover())).state.decisions).toHaveLength(3);
  });
});

test('two at once do not lose anything', async () => {
  const files = open();
  const tiers = [createContextTiers({ files }), createContextTiers({ files }), createContextTiers({ files })];
  await Promise.all(tiers.map((each) => orThrow(each.compact())));
  const whole = open();
  await orThrow(createContextTiers({ files: whole }).compact());
  expect(await everything(files)).toEqual(await everything(whole));
});

test('law: no sequence of logs, compactions, edits and faults loses a decision, a step or a risk', async () => {
  type Step = { readonly do: 'log' | 'compact' | 'checkpoint' | 'edit' | 'recover'; readonly session: string };
  const step: fc.Arbitrary<Step> = fc.record({
    do: fc.constantFrom('log', 'log', 'compact', 'checkpoint', 'edit', 'recover'),
    session: fc.constantFrom('a', 'b'),
  });
  const fault: fc.Arbitrary<WorkspaceFault> = fc.record({
    at: fc.integer({ min: 1, max: 40 }),
    op: fc.constantFrom('read', 'write', 'write', 'write', 'remove', 'list'),
    when: fc.constantFrom('before', 'after'),
    as: fc.constantFrom('crash', 'error', 'conflict'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), fc.array(fault, { maxLength: 8 }), async (steps, faults) => {
      const files = open(faults, { 'docs/tracks/ACTIVE_TRACK': 'search', 'docs/tracks/search/PLAN.md': '# Plan\n' });
      const tiers = createContextTiers({ files });
      const again = async <T>(work: () => Promise<T>): Promise<T> => {
        for (let attempt = 0; attempt < 30; attempt += 1) {
          try {
            return await work();
          } catch (error) {
            const code = (error as { code?: string }).code ?? '';
            if (!(error instanceof SimulatedCrash) && code !== 'StorageFailure' && code !== 'Conflict') throw error;
          }
        }
        throw new Error('never succeeded');
      };
      const logged: number[] = [];
      const edits: string[] = [];
      for (const [index, action] of steps.entries()) {
        if (action.do === 'log') {
          logged.push(index);
          const bullets = `- Decision: d${index}\n  Reason: r\n  Impact: i\n- Step: s${index}\n- Risk: r${index}\n  Severity: low\n`;
          await orThrow(files.append(`artifacts/sessions/${action.session}/work_log.md`, bullets));
        } else if (action.do === 'edit') {
          edits.push(`by hand ${index}`);
          await again(async () => {
            const plan = await orThrow(files.read('docs/tracks/search/PLAN.md'));
            if (plan?.text.includes(`by hand ${index}\n`) === true) return;
            await orThrow(files.write('docs/tracks/search/PLAN.md', `${plan?.text}\n## Mine\nby hand ${index}\n`));
          });
        } else await again(async () => void (await orThrow<unknown>(tiers[action.do as 'compact']())));
      }
      await again(() => orThrow(tiers.compact()));
      const { state, replay } = await again(() => orThrow(tiers.recover()));
      expect(state.decisions.map(({ text }) => text).sort()).toEqual(logged.map((index) => `d${index}`).sort());
      expect(state.steps.map(({ text }) => text).sort()).toEqual(logged.map((index) => `s${index}`).sort());
      expect(replay.verdict).toBe('equal');
      const texts = await again(() => everything(files));
      expect((texts['docs/tracks/search/RISKS.md'] ?? '').match(/Risk: r\d+/g)?.length ?? 0).toBe(logged.length);
      expect(readDecisions(texts['docs/tracks/search/DECISIONS.md'] ?? null)).toHaveLength(logged.length);
      for (const line of edits) expect(texts['docs/tracks/search/PLAN.md']?.split('\n')).toContain(line);
    }),
    { numRuns: Number(process.env['BATONKIT_RUNS'] ?? 40) },
  );
});
