import { describe, expect, test } from 'vitest';
import { canonicalJson, encodeUtf8 } from '@batonkit/core/text';
import type { CommandInput, ProtocolRecord } from '../section/protocol-record.ts';
import { excerpt } from '../words/excerpt.ts';
import { apply, CONTENT_A, CONTENT_B, envFor, follow, mergeBy, type Run } from './protocol-run.fixture.ts';

const names = Array.from({ length: 50 }, (_, index) => [`domain-${index}-reviewer`, `domain-${index}-updater`]).flat();
const sizeOf = (record: ProtocolRecord | null): number => encodeUtf8(canonicalJson(record)).length;
/** As long as a command takes it, and long in bytes. */
const long = 'é"\u0001 '.repeat(800);

/** A hundred agents, ten rounds of work, tests, merges and rejections, everybody as talkative as can be. */
function tenRounds(): Run {
  let run: Run = follow({ record: null, events: [] }, 'run-1', (record) => record?.protocol?.state === 'CLASSIFIED');
  const act = (content: string, ...commands: readonly CommandInput[]): void => {
    for (const command of commands) run = { ...apply(run, command, envFor(run.record, 'run-1', content)), events: [] };
  };
  act(CONTENT_A, { type: 'select-agents', agents: names.map((name) => ({ name })) });
  const sections = ['Task Objective', 'Scope Definition', 'Stakeholder Agent Reports'];
  act(CONTENT_A, { type: 'record-plan', plan: { sha: '1'.repeat(64), bytes: 900, sections, planned_agents: names } });
  for (const agent of names) act(CONTENT_A, { type: 'record-worktree', agent, worktree: `/work/agents/${agent}/code` });
  run = follow(run, 'run-1', (record) => record?.protocol?.state === 'IMPLEMENTATION');
  for (let round = 1; round <= 10; round += 1) {
    const content = round % 2 === 0 ? CONTENT_A : CONTENT_B;
    for (const agent of names.filter((name) => name.endsWith('-updater'))) {
      act(content, { type: 'invoke-agent', agent });
      act(content, { type: 'report-status', agent, status: 'blocked', blockedBy: long, workRemaining: long });
      act(content, { type: 'report-status', agent, status: 'working' });
      act(content, ...mergeBy(agent, run.record!.protocol!.branch));
      const report = { sha: '2'.repeat(64), bytes: 400 };
      act(content, { type: 'complete-agent', agent, report, workRemaining: round < 10 ? long : null });
    }
    for (const agent of names.filter((name) => name.endsWith('-reviewer'))) {
      const answer = { sha: '5'.repeat(64), bytes: 4000 };
      act(content, { type: 'invoke-agent', agent });
      act(content, { type: 'record-decision', agent, verdict: 'REJECTED', note: long, answer });
    }
  }
  return run;
}

describe('a record', () => {
  test('of a hundred agents stays below its limit through ten rounds', () => {
    const { record } = tenRounds();
    const agents = Object.values(record?.protocol?.agents ?? {});
    expect(agents).toHaveLength(100);
    expect(agents.every(({ round }) => round === 10)).toBe(true);
    const bytes = sizeOf(record);
    console.log(`A hundred agents, ten rounds: ${bytes} bytes.`);
    expect(bytes).toBeLessThan(256 * 1024);
  }, 60_000);
});

test('an excerpt takes no more bytes than it may, and is the text itself when that fits', () => {
  for (const text of ['', 'short', 'é'.repeat(100), '😀'.repeat(100), '\u0001'.repeat(100), '"\\'.repeat(100)]) {
    for (const limit of [10, 100, 399, 400, 600, 700]) {
      const cut = excerpt(text, limit);
      const whole = encodeUtf8(JSON.stringify(text)).length - 2;
      expect(encodeUtf8(JSON.stringify(cut)).length - 2).toBeLessThanOrEqual(limit);
      if (whole <= limit) expect(cut).toBe(text);
      else expect(text.startsWith(cut.slice(0, -1)) && cut.endsWith('…')).toBe(true);
    }
  }
});
