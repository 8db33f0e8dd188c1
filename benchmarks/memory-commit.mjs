import { createContextStore, defineTask, orThrow } from '@batonkit/core';
import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { amount, summary } from './measure.mjs';
import { tellGoal } from './tell-goal.mjs';

// Goal: at least 20,000 commits a second into the memory store, with a 4 KiB body. Below it, for comparison, what a whole
// service call costs (read, verify, decide, seal, serialize, commit).
const body = 'x'.repeat(4096);
const commits = amount(50_000, 50);
const services = amount(3_000, 20);
const rounds = amount(5, 1);
/** @type {number[]} */
const rates = [];
for (let round = 0; round < rounds; round += 1) {
  const store = createMemoryTaskStore();
  const start = performance.now();
  for (let expected = 0; expected < commits; expected += 1) {
    await orThrow(
      store.commit({ id: 'TASK-1', expected, operationId: `op-${expected}`, body, audit: ['line'], artifacts: [] }),
    );
  }
  rates.push(commits / ((performance.now() - start) / 1000));
}
report('memory store commit, 4 KiB body', rates, 20_000);

/** @type {number[]} */
const calls = [];
for (let round = 0; round < rounds; round += 1) {
  const contexts = createContextStore({ tasks: createMemoryTaskStore() });
  await orThrow(contexts.init('TASK-1', { actor: 'bench', immutable: sample() }));
  const start = performance.now();
  for (let index = 0; index < services; index += 1) {
    await orThrow(
      contexts.updateCoordination('TASK-1', { actor: 'bench', role: 'implementer', qaLogPath: `log-${index}` }),
    );
  }
  calls.push(services / ((performance.now() - start) / 1000));
}
report('updateCoordination through the service', calls);

/**
 * @param {string} what
 * @param {number[]} rates
 * @param {number} [goal]
 */
function report(what, rates, goal) {
  const told = { what, ...summary(rates), unit: '/s' };
  console.log(`${what.padEnd(40)} ${tellGoal(goal === undefined ? told : { ...told, atLeast: goal })}`);
}

function sample() {
  return defineTask({ title: 'Bench', description: 'd'.repeat(1500), qaCommands: ['npm test'] });
}
