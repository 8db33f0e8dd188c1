import type { Unmet } from '../record/rejection.ts';
import { failure, type Failure } from '../result/failure.ts';

/** One thing in a source file that keeps a task from being captured, and where it stands. */
export interface CaptureProblem extends Unmet {
  readonly file: string;
  /** 1-based; `null` when the trouble is the whole file, or that it is not there. */
  readonly line: number | null;
  readonly column: number | null;
}

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
