import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { measureSizes } from '../scripts/packaging/measure-sizes.mjs';
import { tellGoal } from './tell-goal.mjs';

// node benchmarks/package.mjs: what is counted and not timed. What the entries of core weigh when bundled, minified and gzipped, and how
// many tokens an agent reads when it asks `baton mcp` for its tools.

process.chdir(resolve(import.meta.dirname, '..'));
// What is loaded on demand has a limit too, but is no goal.
for (const { name, size, sizeLimit } of measureSizes().filter(({ name }) => !name.includes(','))) {
  const told = { what: `size of ${name}`, value: size / 1000, spread: null, unit: 'kB', atMost: sizeLimit / 1000 };
  console.log(`${told.what}: ${tellGoal(told)}`);
}

const { encode } = createRequire(resolve('packages/mcp-server/package.json'))('gpt-tokenizer/encoding/o200k_base');
const tools = listTools();
const what = 'tokens of the MCP tool list';
const told = { what, value: encode(JSON.stringify({ tools })).length, spread: null, unit: 'tokens', atMost: 4999 };
console.log(`${what}, ${tools.length} tools: ${tellGoal(told)}`);

/** @returns {unknown[]} */
function listTools() {
  const root = mkdtempSync(join(tmpdir(), 'batonkit-bench-'));
  try {
    execFileSync('git', ['init', '--quiet', root]);
    const clientInfo = { name: 'bench', version: '1' };
    const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    const messages = [
      { id: 1, method: 'initialize', params: hello },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/list' },
    ];
    const answer = execFileSync(process.execPath, [resolve('packages/cli/dist/baton.js'), 'mcp'], {
      cwd: root,
      encoding: 'utf8',
      input: messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''),
    });
    const list = answer
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
      .find(({ id }) => id === 2);
    return list.result.tools;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
