// Seven agents, each a program of its own in a linked working tree of its own, take a task to a merged main branch:
// node examples/seven-agents/main.mjs
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createFsTaskStore } from '@batonkit/fs-adapter';
import { coordinate } from './coordinator.mjs';
import { makeRepository } from './repository.mjs';

const { parent, directory, head, git } = makeRepository();
try {
  await coordinate({
    tasks: createFsTaskStore({ root: join(parent, 'tasks') }),
    directory,
    head,
    say: (line) => console.log(line),
  });
  console.log(`\n${git('log', '--format=%h %s%n%w(0,4,4)%b', `${head}..main`)}`);
} finally {
  rmSync(parent, { recursive: true, force: true });
}
