import type { GitObject, ObjectReader } from '../objects/git-object.ts';
import { gitProblem } from '../host/git-problem.ts';
import { commandProblem, type GitPlace, startGit, startProblem } from './run-git.ts';

interface Waiting {
  readonly resolve: (object: GitObject | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Starts one `git cat-file --batch` that answers many questions; close it when done. Never ask with text that holds a line end. With
 * `stallMs`, a git that says nothing for so long while it is asked is given up.
 */
export function openObjectReader(place: GitPlace, { stallMs }: { readonly stallMs?: number } = {}): ObjectReader {
  const args = ['cat-file', '--batch'];
  const child = startGit(place, args);
  const waiting: Waiting[] = [];
  let chunks: Buffer[] = [];
  let held = 0;
  let needed = 1;
  let problem: Error | undefined;
  let stderr = '';
  let unsent = '';

  /** Questions asked together go out together. */
  const send = (): void => {
    if (unsent !== '') child.stdin.write(unsent);
    unsent = '';
  };
  const fail = (error: Error): void => {
    problem ??= error;
    for (const { reject } of waiting.splice(0)) reject(problem);
  };
  let stall: NodeJS.Timeout | undefined;
  const expectAnswer = (): void => {
    clearTimeout(stall);
    if (stallMs === undefined || waiting.length === 0) return;
    stall = setTimeout(() => {
      fail(gitProblem('command-failed', `git cat-file said nothing for ${stallMs} ms`));
      child.kill('SIGKILL');
    }, stallMs);
  };
  child.on('error', (error) => fail(startProblem(error)));
  child.on('close', (code) => {
    clearTimeout(stall);
    fail(commandProblem(args, code, stderr));
  });
  child.stdin.on('error', () => undefined);
  child.stderr.on('data', (chunk: Buffer) => {
    if (stderr.length < 4096) stderr += chunk.toString('utf8');
  });
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    held += chunk.length;
    if (held >= needed) answer();
    expectAnswer();
  });

  function answer(): void {
    let data = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
    needed = 1;
    for (;;) {
      const lineEnd = data.indexOf(10);
      if (lineEnd === -1) break;
      const line = data.toString('latin1', 0, lineEnd);
      const found = /^([0-9a-f]+) (\w+) (\d+)$/.exec(line);
      if (found === null) {
        waiting.shift()?.resolve(null); // `missing` or `ambiguous`
        data = data.subarray(lineEnd + 1);
        continue;
      }
      const size = Number(found[3]);
      needed = lineEnd + 1 + size + 1;
      if (data.length < needed) break;
      const content = data.subarray(lineEnd + 1, lineEnd + 1 + size);
      waiting.shift()?.resolve({ id: found[1] ?? '', type: found[2] ?? '', content });
      data = data.subarray(needed);
      needed = 1;
    }
    chunks = data.length === 0 ? [] : [data];
    held = data.length;
  }

  return {
    read: (name) =>
      new Promise((resolve, reject) => {
        if (problem !== undefined) return reject(problem);
        waiting.push({ resolve, reject });
        if (unsent === '') queueMicrotask(send);
        unsent += `${name}\n`;
        expectAnswer();
      }),
    close: () => {
      unsent = '';
      child.stdin.end();
      child.stdout.resume();
    },
  };
}
