/**
 * Makes `packages/capture/src/qa/collection` again: runs real tools on small samples, and keeps what they printed and wrote with their exit codes
 * and the truth. `node scripts/qa-collection/make.mjs [folder with the tools] [regular expression of names]`;
 * install.sh beside this file installs the tools. With an expression, only those runs are made again.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CASES } from './cases.mjs';
import { SAMPLES } from './samples.mjs';

const tools = process.argv[2] ?? '/tmp/qa-tools';
const only = new RegExp(process.argv[3] ?? '');
const target = fileURLToPath(new URL('../../packages/capture/src/qa/collection/', import.meta.url));
if (process.argv[3] === undefined) fs.rmSync(target, { recursive: true, force: true });
fs.mkdirSync(target, { recursive: true });
/** @type {Record<string, string>} */
const python = { pytest7: '/usr/bin/python3 -m pytest', pytest9: 'python3 -m pytest' };
/** @type {{ file: string; format: string; command: string; exitCode: number; truth: string; failing?: string[] }[]} */
const list = [];
/** @type {Record<string, string>} */
const ENDINGS = { tap: 'tap', junit: 'xml', 'eslint-json': 'json', sarif: 'sarif', ctrf: 'ctrf.json' };

for (const {
  name,
  tool,
  also,
  sample,
  command,
  truth,
  reports = {},
  stdout,
  env = {},
  failing,
  stamps,
  noLog,
} of CASES) {
  if (!only.test(name)) continue;
  const work = fs.mkdtempSync('/tmp/qa-collection-');
  const repo = join(work, 'repo');
  const out = join(repo, 'out');
  for (const [path, text] of Object.entries(SAMPLES[sample] ?? {})) {
    fs.mkdirSync(join(repo, path, '..'), { recursive: true });
    fs.writeFileSync(join(repo, path), text);
  }
  fs.mkdirSync(out);
  const modules = join(tools, tool ?? '', 'node_modules');
  const isPython = tool !== null && tool in python;
  if (tool !== null && !isPython) fs.symlinkSync(modules, join(repo, 'node_modules'));
  /** @type {(text: string) => string} */
  const fill = (text) => text.replaceAll('{out}', out).replaceAll('{modules}', modules);
  const path = [
    join(modules, '.bin'),
    ...(also === undefined ? [] : [join(tools, also, 'node_modules/.bin')]),
    process.env.PATH,
  ].join(':');
  const told = isPython ? fill(command).replace(/^pytest/, python[tool ?? ''] ?? '') : fill(command);
  const { PATH: _path, ...rest } = process.env;
  const quiet = Object.fromEntries(
    Object.entries(rest).filter(([key]) => !/^(?:CI|GITHUB_|FORCE_COLOR|NODE_OPTIONS|npm_)/.test(key)),
  );
  if (also !== undefined)
    for (const folder of ['', ...['p/a', 'p/b']]) {
      const place = join(repo, folder, 'node_modules');
      if (fs.existsSync(join(repo, folder, 'vitest.config.js'))) {
        fs.rmSync(place, { force: true });
        fs.symlinkSync(join(tools, also, 'node_modules'), place);
      }
    }
  const run = spawnSync('bash', ['-c', stdout === undefined ? `(${told}) 2>&1` : told], {
    cwd: repo,
    encoding: 'utf8',
    timeout: 120_000,
    maxBuffer: 1e8,
    env: {
      ...quiet,
      PATH: path,
      PYTHONDONTWRITEBYTECODE: '1',
      ...Object.fromEntries(Object.entries(env).map(([key, value]) => [key, fill(value)])),
    },
  });
  const exitCode = run.status ?? -1;
  /** @type {(text: string) => string} */
  const clean = (text) =>
    trim(
      text
        .replaceAll(
          fs.realpathSync(modules.length > 0 && fs.existsSync(modules) ? modules : repo),
          '/repo/node_modules',
        )
        .replaceAll(modules, '/repo/node_modules')
        .replaceAll(out, '/repo/out')
        .replaceAll(repo, '/repo')
        .replaceAll(tools, '/tools'),
    );
  /** @type {(suffix: string, text: string, format: string) => void} */
  const keep = (suffix, text, format) => {
    const file = `${name}.${suffix}`;
    fs.writeFileSync(join(target, file), text);
    list.push({
      file,
      format,
      command: command.replaceAll('{out}', 'out').replaceAll('{modules}', 'node_modules'),
      exitCode,
      truth,
      ...(failing === undefined ? {} : { failing }),
    });
  };
  const printed = clean(run.stdout);
  if (stdout === undefined && noLog === true) {
    /* The log of a reporter that writes only a file proves nothing. */
  } else if (stdout === undefined)
    keep('log', stamps ? stamp(printed) : printed, printed.startsWith('TAP version') ? 'tap' : 'log');
  else keep(ENDINGS[stdout ?? ''] ?? 'txt', printed, stdout ?? '');
  for (const [file, format] of Object.entries(reports)) {
    const place = [join(out, file), join(repo, file)].find((path) => fs.existsSync(path));
    if (place !== undefined) keep(ENDINGS[format] ?? 'json', clean(fs.readFileSync(place, 'utf8')), format);
  }
  console.log(
    `${(exitCode === 0) === (truth === 'failed') ? '??' : 'ok'} ${name} exit ${exitCode} ${truth}${run.status === null ? ` ${String(run.error)}` : ''}`,
  );
  fs.rmSync(work, { recursive: true, force: true });
}
const manifest = join(target, 'collection.json');
/** @type {typeof list} */
const before = fs.existsSync(manifest) ? JSON.parse(fs.readFileSync(manifest, 'utf8')) : [];
const made = new Set(list.map(({ file }) => file));
const all = [...before.filter(({ file }) => !made.has(file)), ...list].sort((a, b) => (a.file < b.file ? -1 : 1));
fs.writeFileSync(manifest, `${JSON.stringify(all, null, 1)}\n`);

/**
 * Stacks through the tools' own files and source listings only cost space.
 *
 * @param {string} text
 */
function trim(text) {
  return text
    .split('\n')
    .filter((line) => !/^\s+at [^<]*(?:node_modules|node:internal)[^<]*$/.test(line))
    .map((line) => (line.length > 3000 && !/^\s*[[{<]/.test(line) ? `${line.slice(0, 300)}…` : line))
    .join('\n');
}

/**
 * As GitHub Actions shows a log that is downloaded.
 *
 * @param {string} text
 */
function stamp(text) {
  return text
    .split('\n')
    .map((line, index) => `2026-11-18T10:00:${String(index % 60).padStart(2, '0')}.1234567Z ${line}`)
    .join('\n');
}
