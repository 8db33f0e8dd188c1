// One of several processes that share workspace files. First each adds its lines to one file, reading it again whenever somebody
// else was faster; the last of them appends. Then each, in turn or not, makes a file of its name and removes exactly that.
import { once } from 'node:events';

const [moduleUrl = '', argument = 'null', name = '', lines = '0', processes = '1'] = process.argv.slice(2);
const { openFiles } = await import(moduleUrl);
/** @type {import('@batonkit/core').WorkspaceFiles} */
const files = await openFiles(JSON.parse(argument));
process.send?.('ready');
await once(process, 'message');

const appends = name === `p${Number(processes) - 1}`;
for (let done = 0; done < Number(lines);) {
  const line = `${name} ${done}\n`;
  if (appends) {
    expectDone(await files.append('shared/lines.md', line));
    done += 1;
    continue;
  }
  const found = expectDone(await files.read('shared/lines.md'));
  const text = `${found?.text ?? ''}${line}`;
  if (isDone(await files.write('shared/lines.md', text, { expectedSha: found?.sha ?? null }))) done += 1;
}

for (let done = 0; done < Number(lines) / 4;) {
  const made = await files.write('shared/token.md', name, { expectedSha: null });
  if (!isDone(made)) continue;
  // It is ours until we remove it.
  const { sha } = expectDone(made);
  const removed = expectDone(await files.remove('shared/token.md', { expectedSha: sha }));
  if (!removed.removed) throw new Error('Somebody else removed what only this process may remove.');
  done += 1;
}
process.exit(0);

/**
 * True when it was done, false when somebody else was faster.
 *
 * @param {import('@batonkit/core').Result<unknown, import('@batonkit/core').WorkspaceFilesError>} answer
 */
function isDone(answer) {
  if (answer.isErr() && answer.error.code !== 'Conflict')
    throw new Error(`${answer.error.code}: ${answer.error.message}`);
  return answer.isOk();
}

/**
 * @template T
 * @param {import('@batonkit/core').Result<T, import('@batonkit/core').WorkspaceFilesError>} answer
 * @returns {T}
 */
function expectDone(answer) {
  if (answer.isErr()) throw new Error(`${answer.error.code}: ${answer.error.message}`);
  return answer.value;
}
