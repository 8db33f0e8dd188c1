import { type GitObject, objectId, type ObjectReader } from '../objects/git-object.ts';
import { openObjectReader } from '../native/object-reader.ts';
import { GitProblem, gitProblem } from '../host/git-problem.ts';
import { isDamage } from './store-problem.ts';
import type { GitPlace } from '../native/run-git.ts';

/** Answers what objects and refs hold, by one git process that lives as long as there are questions. */
export interface ObjectSession {
  /**
   * The object of a name as git understands it (an id, a ref, `<ref>:path`, `<ref>~2`), resolved anew each time; null when
   * there is none. Commits, trees and tags are checked against their id; a blob is for the caller to check.
   */
  readonly read: (name: string) => Promise<GitObject | null>;
}

/** So long after the last answer the process ends. It must not keep the caller's process alive. */
const IDLE_MS = 100;
/** A process that is silent for so long is stuck (stopped, or on a disk that does not answer); the next one may not be. */
const STALL_MS = 15_000;

/** Starts nothing until the first question. */
export function createObjectSession(place: GitPlace, hash: 'sha1' | 'sha256', stallMs = STALL_MS): ObjectSession {
  let reader: ObjectReader | null = null;
  let pending = 0;
  let idle: NodeJS.Timeout | undefined;
  let alone: Promise<GitObject | null> = Promise.resolve(null);

  const close = (): void => {
    reader?.close();
    reader = null;
  };

  async function ask(name: string): Promise<GitObject | null> {
    clearTimeout(idle);
    const asked = (reader ??= openObjectReader(place, { stallMs }));
    pending += 1;
    try {
      return await asked.read(name);
    } catch (error) {
      if (reader === asked) close();
      throw error;
    } finally {
      pending -= 1;
      if (pending === 0) idle = setTimeout(close, IDLE_MS);
    }
  }

  return {
    read: async (name) => {
      const object = await ask(name).catch((error: unknown) => {
        if (!(error instanceof GitProblem)) throw error;
        // Git ends at a damaged object, and everybody who asked beside it gets that answer: each asks once more, alone.
        if (isDamage(error)) return (alone = alone.then(askAlone, askAlone));
        return ask(name); // The process may have ended for a reason of its own; the next one tells the truth.

        async function askAlone(): Promise<GitObject | null> {
          const own = openObjectReader(place, { stallMs });
          try {
            return await own.read(name);
          } finally {
            own.close();
          }
        }
      });
      if (object !== null && object.type !== 'blob' && objectId(hash, object.type, object.content) !== object.id)
        throw gitProblem('command-failed', `the object ${object.id} is corrupt`);
      return object;
    },
  };
}
