import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PROGRAM = new URL('../dist/baton.js', import.meta.url).pathname;

/** What a guide tells a reader to make and to type. */
export interface Guide {
  /** Files by the path in their first line. */
  readonly files: ReadonlyMap<string, string>;
  /** The lines of its first session, without the prompt. */
  readonly lines: readonly string[];
}

/** Reads a page of `docs`. */
export function readGuide(name: string): Guide {
  const text = readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
  const files = [...text.matchAll(/```(?:yaml|md)\n(?:# |<!-- )(\S+\.\w+)(?: -->)?\n+([^]*?)```/g)];
  const session = /```console\n([^]*?)```/.exec(text)?.[1] ?? '';
  return {
    files: new Map(files.map(([, path = '', content = '']) => [path, content])),
    lines: [...session.matchAll(/^\$ (.*)$/gm)].map(([, line = '']) => line),
  };
}

/** Writes the files of a guide into a repository, and `baton` into a folder of its own; answers the environment that finds it. */
export function layOut({ files }: Pick<Guide, 'files'>, repository: string, bin: string): NodeJS.ProcessEnv {
  const program = `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`;
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'baton'), program, { mode: 0o755 });
  for (const [path, text] of files) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), text);
  }
  return {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: bin,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'ada',
    GIT_AUTHOR_EMAIL: 'ada@example.invalid',
    GIT_COMMITTER_NAME: 'ada',
    GIT_COMMITTER_EMAIL: 'ada@example.invalid',
  };
}
