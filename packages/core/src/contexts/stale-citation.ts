import type { TaskRecord } from '../machine/core-machine.ts';
import { failure, type Failure } from '../result/failure.ts';

/** Cited standards have changed since the context was made; `rebuild` it. */
export type StaleCitation<Cited = { readonly citation: TaskRecord['immutable']['standards_citations'][number] }> =
  Failure<'StaleCitation', { readonly stale: readonly Cited[] }>;

/** The failure for some stale citations; its message names each and says what to do. */
export function staleCitation<Cited extends { readonly citation: { readonly file: string; readonly section: string } }>(
  stale: readonly Cited[],
): StaleCitation<Cited> {
  const named = stale.map(({ citation }) => `${citation.file}#${citation.section}`).join(', ');
  const message = `What the context cites has changed since it was made: ${named}. Capture the task again and rebuild its context, so that everybody works by the same rules.`;
  return failure('StaleCitation', message, { stale });
}
