// One process of the lost-update counter: opens the shared store, waits until all are ready, then increments a counter,
// reading it again whenever somebody else was faster.
import { once } from 'node:events';

const [moduleUrl = '', argument = 'null', taskId = '', times = '0'] = process.argv.slice(2);
const { openStore } = await import(moduleUrl);
/** @type {import('@batonkit/core').TaskStore} */
const store = await openStore(JSON.parse(argument));
process.send?.('ready');
await once(process, 'message');

for (let done = 0; done < Number(times);) {
  const read = await store.read(taskId);
  if (read.isErr()) throw new Error(`${read.error.code}: ${read.error.message}`);
  const { revision, body } = read.value;
  const next = Number(body ?? '0') + 1;
  const answer = await store.commit({
    id: taskId,
    expected: revision,
    operationId: `${process.pid}-${done}-${revision}`,
    body: String(next),
    audit: [`to ${next}`],
    artifacts: [],
  });
  if (answer.isOk()) done += 1;
  else if (answer.error.code !== 'Conflict') throw new Error(`${answer.error.code}: ${answer.error.message}`);
}
process.exit(0);
