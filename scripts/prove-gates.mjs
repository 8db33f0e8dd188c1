import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copyTree } from './copy-tree.mjs';
import { inLanes, runQuietly } from './ensure-ready.mjs';
import { gates } from './gates.mjs';
import { violations } from './violations.mjs';

// A gate that cannot fail protects nothing. For each gate, its violations are planted in a copy of the tree, the gate's own
// command is run there (narrowed to the planted places where that saves time), and it must turn red and name each of them.
// Two gates are tried at a time, each in a copy of its own.

const unproven = gates.filter(({ name }) => !violations.some(({ gate }) => gate === name));
if (unproven.length > 0) {
  console.error(`No violation is planted for: ${unproven.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}

const wanted = process.argv.slice(2);
const chosen = gates.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const copies = [copyTree(), copyTree()];
const counts = await inLanes(
  copies.length,
  chosen.map((gate) => async () => {
    const copy = copies.pop() ?? copyTree();
    const planted = violations.filter((violation) => violation.gate === gate.name);
    const { code, output } = await tryViolations(copy, gate, planted);
    copies.push(copy);
    const missed = planted.filter(({ expect }) => code === 0 || !expect.test(output));
    for (const violation of planted) {
      const caught = !missed.includes(violation);
      console.log(
        `${caught ? 'red as it should be' : 'NOT CAUGHT         '}  ${gate.name.padEnd(15)} ${violation.planted}`,
      );
    }
    if (missed.length > 0)
      console.error(code === 0 ? '  the gate stayed green' : `  red, but not for this reason:\n${output}`);
    return missed.length;
  }),
);
for (const copy of copies) rmSync(copy, { recursive: true, force: true });
process.exit(counts.every((count) => count === 0) ? 0 : 1);

/**
 * @param {string} copy
 * @param {typeof gates[number]} gate
 * @param {typeof violations} planted
 */
async function tryViolations(copy, gate, planted) {
  /** @type {Map<string, string | null>} */
  const originals = new Map();
  const write = (/** @type {string} */ file, /** @type {string} */ text) => {
    const path = join(copy, file);
    if (!originals.has(path)) originals.set(path, existsSync(path) ? readFileSync(path, 'utf8') : null);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const edit = (/** @type {string} */ file, /** @type {string | RegExp} */ from, /** @type {string} */ to) => {
    const before = readFileSync(join(copy, file), 'utf8');
    const after = before.replace(from, to);
    if (after === before) throw new Error(`${gate.name}: nothing to plant in ${file}; it no longer holds ${from}.`);
    write(file, after);
  };
  for (const { plant } of planted) plant({ write, edit });

  const [command = '', ...args] = gate.command;
  const narrow = planted.flatMap((violation) => violation.narrow ?? []);
  const outcome = await runQuietly(
    command,
    [...args.filter((arg) => narrow.length === 0 || arg !== '.'), ...new Set(narrow)],
    copy,
  );
  for (const [path, text] of originals) {
    if (text === null) rmSync(path);
    else writeFileSync(path, text);
  }
  return outcome;
}
