import type { ContextManifest, WorkspaceFiles } from '@batonkit/core';
import type { CaptureProblem } from './capture-problem.ts';

/** A larger standards file is no text that somebody cites from. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

type UsedAs = ContextManifest['sources'][number]['used_as'];

/** Reads source files once each, and remembers what it read for the manifest. */
export interface SourceReader {
  readonly sources: ContextManifest['sources'];
  readonly problems: readonly CaptureProblem[];
  /** The text; `null` when there is no such file, `undefined` when it could not be read, which is among the problems then. */
  read(path: string, usedAs: UsedAs): Promise<string | null | undefined>;
}

/** Makes a {@link SourceReader}. */
export function createSourceReader(files: Pick<WorkspaceFiles, 'read'>): SourceReader {
  const sources: ContextManifest['sources'][number][] = [];
  const problems: CaptureProblem[] = [];
  return {
    sources,
    problems,
    async read(path, usedAs) {
      const whole = (condition: string, detail: string): undefined => {
        problems.push({ condition, detail, file: path, line: null, column: null });
        return undefined;
      };
      const found = await files.read(path);
      if (found.isErr()) {
        const { code, message } = found.error;
        return whole(code === 'NotUtf8' ? 'file-is-text' : 'file-readable', message);
      }
      if (found.value === null) return null;
      if (found.value.text.length > MAX_CHARACTERS) {
        return whole(
          'file-size',
          `The file has ${found.value.text.length} characters, and ${MAX_CHARACTERS} is the limit.`,
        );
      }
      sources.push({ path, sha256: found.value.sha, used_as: usedAs });
      return found.value.text;
    },
  };
}
