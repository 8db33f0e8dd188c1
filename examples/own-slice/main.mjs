// A slice of its own in use: a budget, a cost, and a turn that is refused. node examples/own-slice/main.mjs
import { createBaton } from 'batonkit';
import { defineTask, orThrow } from '@batonkit/core';
import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import costs from './costs.mjs';

const baton = createBaton({ tasks: createMemoryTaskStore(), slices: [costs] });
const immutable = defineTask({ title: 'Accept names with a dot', description: 'Signing in fails for "ada.lovelace".' });
await orThrow(baton.contexts.init('TASK-1', { actor: 'ada', immutable }));

await orThrow(baton.contexts.send('TASK-1', { actor: 'ada', command: { type: 'set-budget', usd: 5 } }));
await orThrow(baton.startTurn('TASK-1', { role: 'implementer', actor: 'claude' }));
const cost = /** @type {const} */ ({ type: 'record-cost', role: 'implementer', usd: 6.5 });
await orThrow(baton.contexts.send('TASK-1', { actor: 'claude', command: cost }));
const { record } = await orThrow(baton.handOff('TASK-1', { role: 'implementer', actor: 'claude' }));
for (const { slice, text } of baton.machine.statusLines(record)) console.log(`${slice}: ${text}`);

const refused = await baton.startTurn('TASK-1', { role: 'reviewer', actor: 'codex' });
console.log(refused.isErr() ? `${refused.error.code}: ${refused.error.message}` : 'started');

await orThrow(baton.contexts.send('TASK-1', { actor: 'ada', command: { type: 'set-budget', usd: 10 } }));
await orThrow(baton.startTurn('TASK-1', { role: 'reviewer', actor: 'codex' }));
for (const { event } of (await orThrow(baton.contexts.trail('TASK-1'))).entries)
  console.log(event.type, baton.machine.aboutEvent(event) ?? '');
