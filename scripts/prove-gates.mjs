import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { listPackages, root } from './ensure-ready.mjs';
import { gates } from './gates.mjs';

// A gate that cannot fail protects nothing. For each gate, a violation is planted in a copy of the tree, the gate's own
// command is run there (narrowed to the planted place where that saves time), and it must turn red for the right reason.

/**
 * @typedef {object} Violation
 * @property {string} gate
 * @property {string} planted what was done wrong
 * @property {(plant: Plant) => void} plant
 * @property {string[]} [narrow] further arguments for the gate's command
 * @property {RegExp} expect what the gate must say
 *
 * @typedef {object} Plant
 * @property {(file: string, text: string) => void} write
 * @property {(file: string, from: string | RegExp, to: string) => void} edit
 */

/** @type {Violation[]} */
const violations = [
  {
    gate: 'format',
    planted: 'a file that prettier would change',
    plant: ({ write }) => write('packages/core/src/planted.ts', 'export   const a=1'),
    expect: /planted\.ts/,
  },
  {
    gate: 'dependencies',
    planted: 'core importing an adapter',
    plant: ({ write }) => write('packages/core/src/planted.ts', "import '@batonkit/memory-adapter';\n"),
    expect: /planted\.ts: may not depend on @batonkit\/memory-adapter/,
  },
  {
    gate: 'dependencies',
    planted: 'an import that package.json does not list',
    plant: ({ write }) => write('packages/memory-adapter/src/planted.ts', "import 'zod';\n"),
    expect: /planted\.ts: imports zod, which .* does not list/,
  },
  {
    gate: 'types',
    planted: 'a type error in a test',
    plant: ({ write }) => write('packages/core/src/planted.test.ts', 'export const a: number = "text";\n'),
    expect: /planted\.test\.ts.*TS2322/,
  },
  {
    gate: 'portable-types',
    planted: 'a Node global in core',
    plant: ({ write }) => write('packages/core/src/planted.ts', 'export const a = process.pid;\n'),
    expect: /planted\.ts.*'process'/,
  },
  {
    gate: 'lint',
    planted: 'a dropped Result, in four disguises',
    plant: ({ write }) =>
      write(
        'packages/core/src/planted.ts',
        `import { ok, okAsync, type Result } from './result/result.ts';
const load = async (): Promise<Result<number, string>> => ok(await Promise.resolve(1));
export async function planted(): Promise<void> {
  ok(1);
  void okAsync(2);
  await okAsync(3);
  await load();
}
`,
      ),
    narrow: ['packages/core/src/planted.ts'],
    expect: /(no-dropped-result[\s\S]*){4}/,
  },
  {
    gate: 'lint',
    planted: 'a node: import and the wall clock in core',
    plant: ({ write }) =>
      write(
        'packages/core/src/planted.ts',
        "import { tmpdir } from 'node:os';\nexport const a = [tmpdir(), Date.now()];\n",
      ),
    narrow: ['packages/core/src/planted.ts'],
    expect: /no-restricted-imports[\s\S]*no-restricted-properties/,
  },
  {
    gate: 'tsdoc',
    planted: 'an exported function without an example',
    plant: ({ edit }) =>
      edit('packages/memory-adapter/src/index.ts', /^/, '/** Says little. */\nexport function planted(): void {}\n'),
    expect: /\(planted\): an exported function needs an @example/,
  },
  {
    gate: 'tsdoc',
    planted: 'an example that does not compile',
    plant: ({ edit }) =>
      edit('packages/core/src/record/task-id.ts', "parseTaskId('TASK-0824')", "parseTaskIt('TASK-0824')"),
    expect: /parseTaskIt/,
  },
  {
    gate: 'tests',
    planted: 'a failing test',
    plant: ({ write }) =>
      write(
        'packages/core/src/planted.test.ts',
        "import { expect, test } from 'vitest';\ntest('x', () => expect(1).toBe(2));\n",
      ),
    narrow: ['planted'],
    expect: /1 failed/,
  },
  {
    gate: 'tests',
    planted: 'an example whose result is wrong',
    plant: ({ write }) =>
      write(
        '.cache/tsdoc-examples/planted.test.ts',
        "import { parseTaskId } from '@batonkit/core';\nimport { expect, test } from 'vitest';\ntest('x', () => expect(parseTaskId('..').isOk()).toEqual(true));\n",
      ),
    narrow: ['planted'],
    expect: /1 failed/,
  },
  {
    gate: 'tests',
    planted: 'an export that is not on the pinned list',
    plant: ({ edit }) => edit('packages/memory-adapter/src/index.ts', /$/, 'export const planted = 1;\n'),
    narrow: ['packages/memory-adapter/src/exports'],
    expect: /planted/,
  },
  {
    gate: 'schemas',
    planted: 'a published schema that the code has left behind',
    plant: ({ edit }) => edit('packages/core/schemas/task-record.schema.json', '"task_id"', '"task_idea"'),
    expect: /task-record\.schema\.json does not match the code/,
  },
  {
    gate: 'tarballs',
    planted: 'an export that points at nothing',
    plant: ({ edit }) => edit('packages/memory-adapter/package.json', /"\.\/dist\/index\.js"/g, '"./dist/gone.js"'),
    narrow: ['memory-adapter'],
    expect: /gone\.js/,
  },
];

const unproven = gates.filter(({ name }) => !violations.some(({ gate }) => gate === name));
if (unproven.length > 0) {
  console.error(`No violation is planted for: ${unproven.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}

const copy = copyTree();
let failed = 0;
for (const violation of violations) {
  const { gate, planted, expect } = violation;
  const { red, output } = await tryViolation(violation);
  const proven = red && expect.test(output);
  if (!proven) failed += 1;
  console.log(`${proven ? 'red as it should be' : 'NOT CAUGHT         '}  ${gate.padEnd(15)} ${planted}`);
  if (!proven) console.error(red ? `  red, but not for this reason:\n${output}` : '  the gate stayed green');
}
rmSync(copy, { recursive: true, force: true });
process.exit(failed === 0 ? 0 : 1);

/** @param {Violation} violation */
async function tryViolation({ gate, plant, narrow = [] }) {
  /** @type {Map<string, string | null>} */
  const originals = new Map();
  const write = (/** @type {string} */ file, /** @type {string} */ text) => {
    originals.set(file, readOrNull(join(copy, file)));
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), text);
  };
  plant({ write, edit: (file, from, to) => write(file, (readOrNull(join(copy, file)) ?? '').replace(from, to)) });

  const [command = '', ...args] = gates.find(({ name }) => name === gate)?.command ?? [];
  const outcome = await promisify(execFile)(
    command,
    [...args.filter((arg) => narrow.length === 0 || arg !== '.'), ...narrow],
    {
      cwd: copy,
      maxBuffer: 64 * 1024 * 1024,
    },
  ).then(
    ({ stdout, stderr }) => ({ red: false, output: stdout + stderr }),
    (/** @type {{ stdout: string; stderr: string }} */ { stdout, stderr }) => ({ red: true, output: stdout + stderr }),
  );

  for (const [file, text] of originals) {
    if (text === null) rmSync(join(copy, file));
    else writeFileSync(join(copy, file), text);
  }
  return outcome;
}

/** The tree with its builds, and with node_modules whose workspace links stay inside the copy. */
function copyTree() {
  const target = mkdtempSync(join(tmpdir(), 'batonkit-gates-'));
  const skipped = new Set([join(root, 'node_modules'), join(root, '.git')]);
  cpSync(root, target, { recursive: true, verbatimSymlinks: true, filter: (source) => !skipped.has(source) });
  mkdirSync(join(target, 'node_modules', '@batonkit'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@batonkit') symlinkSync(join(root, 'node_modules', name), join(target, 'node_modules', name));
  }
  for (const name of listPackages())
    symlinkSync(join(target, 'packages', name), join(target, 'node_modules', '@batonkit', name));
  return target;
}

/** @param {string} file */
function readOrNull(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
