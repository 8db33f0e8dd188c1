import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One folder for what the tests of a run set up once and copy (`packages/cli/src/stage.fixture.ts`). It goes when the run ends. */
export default function shareStages(): () => void {
  if (process.env['BATONKIT_STAGES'] !== undefined) return () => undefined;
  const stages = mkdtempSync(join(tmpdir(), 'baton-stages-'));
  process.env['BATONKIT_STAGES'] = stages;
  return () => rmSync(stages, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
