import { failure, type Failure } from '@batonkit/core';
import type { YamlProblem } from '@batonkit/core/text/yaml';

/** One thing in a source file that keeps a task from being captured, and where it stands. */
export type CaptureProblem = YamlProblem;

/** The sources do not make a context. `data.unmet` lists everything that is missing or wrong, in all files at once. */
export type CaptureIncomplete = Failure<'CaptureIncomplete', { readonly unmet: readonly CaptureProblem[] }>;

/** The failure for some problems; its message names each with its place. */
export function captureIncomplete(unmet: readonly CaptureProblem[]): CaptureIncomplete {
  const listed = unmet.map((problem) => `${placeOf(problem)}: ${problem.detail}`).join('\n');
  return failure('CaptureIncomplete', `Nothing was captured. Mend this, then capture again:\n${listed}`, { unmet });
}

function placeOf({ file, line, column }: CaptureProblem): string {
  if (line === null) return file;
  return column === null ? `${file}:${line}` : `${file}:${line}:${column}`;
}
