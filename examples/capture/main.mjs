import { fileURLToPath } from 'node:url';
import { createContextStore, orThrow } from '@batonkit/core';
import { captureContext, formatCaptureSummary } from '@batonkit/capture';
import { estimateTokens } from '@batonkit/markdown';
import { createFsWorkspaceFiles } from '@batonkit/fs-adapter';
import { createMemoryTaskStore } from '@batonkit/memory-adapter';

// Captures the sample repository and compares what each role reads with what it would paste: the task file and the
// standards files that are cited.
const files = createFsWorkspaceFiles({ root: fileURLToPath(new URL('./repository', import.meta.url)) });
const captured = await orThrow(
  captureContext({
    files,
    taskFile: 'tasks/TASK-0824.task.yaml',
    standardsMap: 'standards/map.yaml',
    scopeMacros: 'docs/scope-globs.json',
  }),
);
console.log(formatCaptureSummary(captured.summary));
for (const { code, message } of captured.warnings) console.log(`${code}: ${message}`);

const contexts = createContextStore({ tasks: createMemoryTaskStore() });
await orThrow(contexts.init('TASK-0824', { actor: 'ada', ...captured }));

let pasted = 0;
for (const { path, used_as } of captured.manifest.sources) {
  if (used_as !== 'task' && used_as !== 'standard') continue;
  const file = await orThrow(files.read(path));
  pasted += estimateTokens(file?.text ?? '');
}
console.log(`\npasting the task file and the standards: ${pasted} tokens (estimated)`);
for (const role of ['implementer', 'reviewer', 'validator']) {
  const { tokens } = await orThrow(contexts.exportFor('TASK-0824', { role }));
  console.log(
    `${`context-${role}.json`.padEnd(25)} ${tokens} tokens, ${Math.round(100 - (100 * tokens) / pasted)} % less`,
  );
}
