import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// Loaded before a program (`node --import`): ends its process without warning, as a power failure does, before its n-th change of a file or run
// of git that changes something. Each step is written to a file, so that a test knows where it died. With PAUSE_AT, a list of patterns, it waits
// instead: before the first step that matches the first pattern, then before the next one that matches the second, and so on. It says so in
// PAUSE_IN by a file `at-<n>`, and goes on when the test makes `go-<n>` there.
const at = Number(process.env['KILL_AT']);
const pauses = /** @type {string[]} */ (JSON.parse(process.env['PAUSE_AT'] ?? '[]')).map((each) => new RegExp(each));
const pausesIn = process.env['PAUSE_IN'] ?? '';
const { existsSync } = fs;
let paused = 0;
const log = fs.openSync(process.env['KILL_LOG'] ?? '/dev/null', 'w');
const write = fs.writeSync;
const open = fs.openSync;
let steps = 0;

/** @param {string} step */
function reach(step) {
  steps += 1;
  write(log, `${step}\n`);
  if (steps === at) process.kill(process.pid, 'SIGKILL');
  if (pauses[paused]?.test(step) !== true) return;
  paused += 1;
  fs.closeSync(open(`${pausesIn}/at-${paused}`, 'w'));
  while (!existsSync(`${pausesIn}/go-${paused}`)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}

/** @param {Record<string, any>} holder @param {readonly string[]} names @param {(name: string, args: any[]) => string | null} tell */
function patch(holder, names, tell) {
  for (const name of names) {
    const real = holder[name];
    holder[name] = function (/** @type {any[]} */ ...args) {
      const step = tell(name, args);
      if (step !== null) reach(step);
      return real.apply(this, args);
    };
  }
}

const CHANGES = ['rename', 'link', 'unlink', 'rm', 'rmdir', 'writeFile', 'copyFile', 'truncate', 'symlink', 'mkdtemp'];
patch(
  fs,
  CHANGES.map((name) => `${name}Sync`),
  (name, [path]) => `${name} ${String(path)}`,
);
patch(fs.promises, CHANGES, (name, [path]) => `${name} ${String(path)}`);
patch(fs.promises, ['open'], (name, [path, flags]) => (/[wax]/.test(String(flags)) ? `${name} ${String(path)}` : null));
patch(fs, ['openSync'], (name, [path, flags]) => (/[wax]/.test(String(flags)) ? `${name} ${String(path)}` : null));
const GIT = /\b(?:update-ref|checkout-index|read-tree|update-index|symbolic-ref HEAD|reset)\b/;
patch(childProcess, ['spawn', 'execFile'], (_, [program, args]) => {
  const line = `${String(program)} ${Array.isArray(args) ? args.join(' ') : ''}`;
  return GIT.test(line) ? line : null;
});
syncBuiltinESMExports();
