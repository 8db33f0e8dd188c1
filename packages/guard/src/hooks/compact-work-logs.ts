import { estimateTokens } from '@batonkit/markdown';
import type { Clock, WorkspaceFiles } from '@batonkit/core';
import type { TierLayout } from '@batonkit/workspace/tiers';

/**
 * Compacts the work logs before the harness compacts the conversation. Without an active track there is nothing to do, and nothing
 * is loaded for it.
 */
export async function compactWorkLogs(
  files: WorkspaceFiles,
  layout: TierLayout,
  clock: Clock,
  actor: string,
): Promise<{ readonly violations: readonly string[]; readonly failures: readonly string[] }> {
  const active = await files.read(layout.activeTrack);
  if (active.isErr()) return { violations: [], failures: [active.error.message] };
  if (active.value === null || active.value.text.trim() === '') return { violations: [], failures: [] };
  const [{ compactTrack }, { scanForSecrets }] = await Promise.all([
    import('@batonkit/workspace/internal'),
    import('@batonkit/secrets'),
  ]);
  const ports = { files, layout, clock, countTokens: estimateTokens, scan: scanForSecrets };
  const compacted = await compactTrack(ports, { actor });
  if (compacted.isOk()) return { violations: [], failures: [] };
  const { code, message } = compacted.error;
  return code === 'SchemaViolation' ? { violations: [message], failures: [] } : { violations: [], failures: [message] };
}
