import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { amount, median, race, ratio } from './measure.mjs';
import { tellGoal } from './tell-goal.mjs';

// Goal: a hook call, from the start of the process to its end, takes at most 3x `node -e 0` in the same run. The calls are
// interleaved and the medians compared, since the machine is never quiet.
const program = resolve(import.meta.dirname, '../packages/cli/dist/baton.js');
const root = mkdtempSync(join(tmpdir(), 'hook-bench-'));
execFileSync('git', ['init', '--quiet', root]);
mkdirSync(join(root, 'docs/tracks/search'), { recursive: true });
writeFileSync(join(root, 'docs/tracks/ACTIVE_TRACK'), 'search\n');
writeFileSync(join(root, 'docs/tracks/search/PLAN.md'), '# Plan\n\n## Goal\n\nFind people.\n');

const inSession = { session_id: 'bench', cwd: root, transcript_path: null };
const shell = { tool_name: 'Bash', tool_input: { command: 'mkdir -p docs/a && echo hi > docs/a/b && rm -rf src' } };
/** @type {Record<string, { args: string[]; input: string }>} */
const calls = {
  'node -e 0': { args: ['-e', '0'], input: '' },
  PreToolUse: hook('PreToolUse', shell),
  PostToolUse: hook('PostToolUse', { ...shell, tool_response: 'x'.repeat(10_000) }),
  SessionStart: hook('SessionStart', { source: 'startup' }),
  UserPromptSubmit: hook('UserPromptSubmit', { prompt: 'hello' }),
  PreCompact: hook('PreCompact', { trigger: 'auto' }),
  PostCompact: hook('PostCompact', { trigger: 'auto', compact_summary: 'short' }),
  Stop: hook('Stop', {}),
};

const times = await race(
  amount(21, 1),
  Object.entries(calls).map(([name, { args, input }]) => () => {
    const { status, stderr } = spawnSync(process.execPath, args, { input, cwd: root });
    if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr.toString()}`);
  }),
  { warmUps: amount(1, 0) },
);
rmSync(root, { recursive: true, force: true });

const [bare = []] = times;
console.log(`node -e 0         ${median(bare).toFixed(1)} ms`);
for (const [index, name] of Object.keys(calls).entries()) {
  if (index === 0) continue;
  const goal = tellGoal({ what: `hook call ${name}`, rival: 'node -e 0', ...ratio(times[index], bare), atMost: 3 });
  console.log(`${name.padEnd(17)} ${median(times[index] ?? []).toFixed(1)} ms  ${goal}`);
}

/**
 * @param {string} event
 * @param {object} payload
 */
function hook(event, payload) {
  return { args: [program, 'hook', 'claude', event], input: JSON.stringify({ ...inSession, ...payload }) };
}
