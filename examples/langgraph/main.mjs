// A LangGraph graph in which a drifted tree leads to a person instead of to the next agent. The model is scripted; no key is needed.
import { tool } from '@langchain/core/tools';
import { fakeModel } from '@langchain/core/testing';
import { Annotation, Command, END, START, StateGraph } from '@langchain/langgraph';
import { createBaton } from 'batonkit';
import { orThrow } from '@batonkit/core';
import { createMemoryTaskStore } from '@batonkit/memory-adapter';
import { createMemoryWorktree } from '@batonkit/memory-adapter/worktree';
import * as z from 'zod';
import { EXPLAINED, LOGIN_JS, LOGIN_TASK } from '../login-task.mjs';

const worktree = createMemoryWorktree({ files: { 'login.js': LOGIN_JS.start } });
const baton = createBaton({ tasks: createMemoryTaskStore(), worktree });
const schema = z.object({ path: z.string(), text: z.string() });
const writeFile = tool(({ path, text }) => worktree.edit(path, text), { name: 'write_file', schema });

const agent = (/** @type {'implementer' | 'reviewer'} */ role, /** @type {string} */ next) => async () => {
  const started = await baton.startTurn('TASK-1', { role, actor: 'langgraph' });
  if (started.isErr()) return new Command({ goto: 'person', update: { drift: started.error.message } });
  const args = { path: 'login.js', text: LOGIN_JS[role] };
  const model = fakeModel()
    .respondWithTools([{ name: 'write_file', args }])
    .bindTools([writeFile]);
  const { text } = await orThrow(baton.contexts.exportFor('TASK-1', { role }));
  for (const call of (await model.invoke(text)).tool_calls ?? []) await writeFile.invoke(call);
  await orThrow(baton.handOff('TASK-1', { role, actor: 'langgraph' }));
  if (role === 'implementer') worktree.edit('login.js', LOGIN_JS.somebody); // between two agents
  return new Command({ goto: next });
};
const graph = new StateGraph(Annotation.Root({ drift: Annotation }))
  .addNode('implementer', agent('implementer', 'reviewer'), { ends: ['reviewer', 'person'] })
  .addNode('reviewer', agent('reviewer', END), { ends: [END, 'person'] })
  .addNode('person', async () => void (await orThrow(baton.deltas.resolveDrift('TASK-1', EXPLAINED))))
  .addEdge(START, 'implementer')
  .addEdge('person', 'reviewer');

await orThrow(baton.contexts.init('TASK-1', { actor: 'ada', immutable: LOGIN_TASK }));
export const { drift } = await graph.compile().invoke({});
export const { trailers } = await orThrow(baton.deltas.attribute('TASK-1'));
console.log(drift, trailers);
