import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { tellGoal } from './tell-goal.mjs';

// Goal: a hook call, from the start of the process to its end, takes at most 3x `node -e 0` in the same run. The calls are
// interleaved and the medians compared, since the machine is never quiet.
const rounds = 21;
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

/** @type {Record<string, number[]>} */
const times = Object.fromEntries(Object.keys(calls).map((name) => [name, []]));
for (let round = 0; round < rounds; round += 1) {
  for (const [name, { args, input }] of Object.entries(calls)) {
    const start = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, { input, cwd: root });
    times[name]?.push(performance.now() - start);
    if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr.toString()}`);
  }
}
rmSync(root, { recursive: true, force: true });

const bare = median(times['node -e 0'] ?? []);
console.log(`node -e 0         ${bare.toFixed(1)} ms`);
for (const [name, values] of Object.entries(times)) {
  if (name === 'node -e 0') continue;
  const ratio = median(values) / bare;
  console.log(
    `${name.padEnd(17)} ${median(values).toFixed(1)} ms  ratio ${ratio.toFixed(2)}  goal 3.00: ${tellGoal({ what: `hook call ${name}`, rival: 'node -e 0', value: ratio, atMost: 3 })}`,
  );
}

/**
 * @param {string} event
 * @param {object} payload
 */
function hook(event, payload) {
  return { args: [program, 'hook', 'claude', event], input: JSON.stringify({ ...inSession, ...payload }) };
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
