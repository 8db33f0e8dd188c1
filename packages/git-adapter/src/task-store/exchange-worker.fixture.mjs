import { createGitRefTaskStore, fetchTasks, pushTasks } from '@batonkit/git-adapter';

// One clone's process: commits to a task of its own and to one that both clones start, pushing after each commit, and reports how
// every push of the latter ended.
const [directory = '', remote = '', name = '', commits = '0'] = process.argv.slice(2);
const store = createGitRefTaskStore({ directory });

/** @param {string} id @param {number} expected */
async function commit(id, expected) {
  const operationId = `${name}-${id}-${expected}`;
  const body = `${name} ${expected + 1}`;
  const answer = await store.commit({ id, expected, operationId, body, audit: [operationId], artifacts: [] });
  if (answer.isErr()) throw new Error(answer.error.message);
}

for (let expected = 0; expected < Number(commits); expected += 1) {
  await commit(`OWN-${name}`, expected);
  const pushed = await pushTasks({ directory, remote, ids: [`OWN-${name}`] });
  if (pushed.isErr()) throw new Error(pushed.error.message);
}
await commit('BOTH', 0);
const outcome = await pushTasks({ directory, remote, ids: ['BOTH'] });
const fetched = await fetchTasks({ directory, remote });
process.send?.({
  pushed: outcome.isOk() ? 'ok' : outcome.error.code,
  fetched: fetched.isOk() ? 'ok' : fetched.error.code,
});
process.disconnect?.();
