import { spawnSync } from 'node:child_process';
import { bin, root } from '../ensure-ready.mjs';

/**
 * What size-limit says of the entries in `.size-limit.js`, in bytes.
 *
 * @returns {{ name: string; size: number; sizeLimit: number; passed: boolean }[]}
 */
export function measureSizes() {
  const { stdout, stderr } = spawnSync(bin('size-limit'), ['--json'], { cwd: root, encoding: 'utf8' });
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`size-limit did not say anything that can be read: ${stdout}${stderr}`);
  }
}
