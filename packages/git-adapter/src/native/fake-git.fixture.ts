import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';

const path = process.env['PATH'] ?? '';

/**
 * Puts a shell script in the place of git until the test ends. In it `real` is the true git; what the script does not end itself goes on to
 * that.
 */
export function fakeGit(folder: string, script: string): void {
  mkdirSync(folder, { recursive: true });
  const bin = mkdtempSync(join(folder, 'bin-'));
  const lines = ['#!/bin/sh', `real() { PATH='${path}' command git "$@"; }`, script, 'real "$@"', ''];
  writeFileSync(join(bin, 'git'), lines.join('\n'), { mode: 0o755 });
  vi.stubEnv('PATH', `${bin}:${path}`);
  onTestFinished(() => void vi.unstubAllEnvs());
}
