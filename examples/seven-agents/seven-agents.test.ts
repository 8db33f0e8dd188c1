import { rmSync } from 'node:fs';
import { createContextStore } from 'batonkit';
import { orThrow } from '@batonkit/core';
import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { describe, expect, test } from 'vitest';
import { coordinate } from './coordinator.mjs';
import { TASK } from './desk.mjs';
import { createDyingStore, Death } from './dying-store.ts';
import { makeRepository } from './repository.mjs';

type DiesAt = (commit: number) => 'before' | 'after' | null;

/** Takes the task to its end, with a coordinator that is started again whenever it dies; tells what came of it. */
async function run(diesAt: DiesAt) {
  const { parent, directory, head, git } = makeRepository();
  const tasks = createDyingStore(createMemoryTaskStore(), diesAt);
  const said: string[] = [];
  let deaths = 0;
  try {
    for (let isFinished = false; !isFinished;) {
      isFinished = await coordinate({ tasks, directory, head, say: (line) => said.push(line) }).then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof Death)) throw error;
          deaths += 1;
          return false;
        },
      );
    }
    // Reads the whole audit and verifies its chain.
    const { entries } = await orThrow(createContextStore({ tasks }).trail(TASK));
    const events = entries.map(({ event }) => event);
    return {
      said,
      deaths,
      commits: tasks.commits(),
      invocations: events.flatMap((event) => (event.type === 'agent-invoked' ? [`${event.agent} ${event.round}`] : [])),
      failures: events.flatMap((event) => (event.type === 'agent-failed' ? [event.agent] : [])),
      decisions: events.flatMap((event) =>
        event.type === 'agent-decided' ? [`${event.agent} ${event.decision.verdict}`] : [],
      ),
      result: {
        files: Object.fromEntries(
          git('ls-tree', '-r', '--name-only', 'main')
            .split('\n')
            .map((name) => [name, git('show', `main:${name}`)]),
        ),
        tree: git('rev-parse', 'main^{tree}'),
        history: git('log', '--format=%s', `${head}..main`).split('\n'),
        last: git('log', '-1', '--format=%B', 'main'),
        main: git('status', '--porcelain'),
        branches: git('branch', '--list').split('\n'),
        trees: git('worktree', 'list', '--porcelain').match(/^worktree .*/gm)?.length,
        drift: events.filter(({ type }) => type === 'drift-detected').length,
        audits: [...new Set(events.flatMap((event) => (event.type === 'state-audited' ? [event.audit.verdict] : [])))],
        outcome: events.flatMap((event) => (event.type === 'task-completed' ? [event.summary.protocol?.outcome] : [])),
        lock: (await orThrow(tasks.read('main-working-tree'))).body?.includes('"main_lock":null'),
      },
    };
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

const greet =
  "import { joinWords } from './join-words.mjs';\n\nexport function greet(name) {\n  return joinWords('Hello', String(name));\n}";
const expected = {
  files: {
    'check.mjs': expect.any(String) as string,
    'src/farewell.mjs':
      "/** Says goodbye. */\nexport function farewell(name) {\n  // Farewells are short.\n  return 'Goodbye ' + name;\n}",
    'src/greet.mjs': greet,
    'src/greet.test.mjs': expect.any(String) as string,
    'src/join-words.mjs': "export const joinWords = (...words) => words.join(' ');",
    'todo.md': '- [x] TASK-7 Greet people properly\n- [ ] TASK-8 Greet them in other languages',
  },
  tree: expect.any(String) as string,
  history: [
    'Greet people properly',
    '[style-updater] Mend what the reviewer found',
    '[test-updater] Implement its part of the plan',
    '[style-updater] Implement its part of the plan',
    '[quality-updater] Implement its part of the plan',
    '[architecture-updater] Implement its part of the plan',
  ],
  last: [
    'Greet people properly\n\nContributing agents:',
    '- architecture-updater: Implement its part of the plan',
    '- quality-updater: Implement its part of the plan',
    '- style-updater: Implement its part of the plan; Mend what the reviewer found',
    '- test-updater: Implement its part of the plan',
  ].join('\n'),
  main: '',
  branches: ['* main'],
  trees: 1,
  drift: 0,
  audits: ['PASSED'],
  outcome: ['completed'],
  lock: true,
};

describe('seven agents in seven linked working trees', () => {
  test('two rounds, a rejection, a conflict, an agent that dies, and a coordinator that dies again and again', async () => {
    const done = await run((commit) => (commit % 10 === 3 ? 'before' : commit % 10 === 8 ? 'after' : null));
    expect(done.result).toEqual(expected);
    expect(done.deaths).toBeGreaterThan(20);
    expect(done.failures).toEqual(['style-updater']);
    expect(done.decisions).toContain('style-reviewer REJECTED');
    expect(done.invocations).toContain('style-updater 2');
    expect(done.said.join('\n')).toMatch(/quality-updater: .* conflicts with the branch of TASK-7 in src\/greet\.mjs/);
  }, 300_000);
});

// The long form. SEVEN_AGENTS=every dies at every commit of one run, then once at each commit in a run of its own (of those from SEVEN_AGENTS_FROM
// to SEVEN_AGENTS_TO, every SEVEN_AGENTS_STEP-th).
describe.runIf(process.env['SEVEN_AGENTS'] === 'every')('the coordinator dies', () => {
  const number = (name: string, otherwise: number) => Number(process.env[`SEVEN_AGENTS_${name}`] ?? otherwise);

  test('at every commit of one run', async () => {
    const undisturbed = await run(() => null);
    expect(undisturbed.result).toEqual(expected);
    // Each commit is tried once, dies, and is made by the next life.
    const before = await run((commit) => (commit % 2 === 1 ? 'before' : null));
    const after = await run(() => 'after');
    for (const done of [before, after]) {
      expect(done.result).toEqual(undisturbed.result);
      console.log(`${done.deaths} deaths in one run of ${done.commits} commits`);
    }
  }, 3_600_000);

  test('once, at each commit', async () => {
    const { result, commits } = await run(() => null);
    const tried: string[] = [];
    for (let at = number('FROM', 1); at <= Math.min(commits, number('TO', commits)); at += number('STEP', 1)) {
      const when = at % 2 === 0 ? 'before' : 'after';
      const done = await run((commit) => (commit === at ? when : null));
      expect({ at, when, deaths: done.deaths, result: done.result }).toEqual({ at, when, deaths: 1, result });
      tried.push(`${at} ${when}`);
      console.log(`commit ${at} of ${commits}, ${when}: same tree ${done.result.tree}`);
    }
    expect(tried.length).toBeGreaterThan(0);
  }, 36_000_000);
});
