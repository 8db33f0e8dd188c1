// One scripted agent: a program of its own that knows nothing of Batonkit. It works in its current directory, which is its linked
// working tree, and says on its output what it has to say. In the place of this file a real project has a coding agent.
//
//   node agent.mjs <name> requirements | work | resolve | review  [round] [attempt]
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const [name = '', mode = '', round = '1', attempt = '0'] = process.argv.slice(2);
/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
/** @param {string} file */
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** @type {Record<string, () => void>} What each updater does in its first round. */
const work = {
  'architecture-updater': () => {
    writeFileSync('src/join-words.mjs', "export const joinWords = (...words) => words.join(' ');\n");
    const greet = read('src/greet.mjs').replace("return 'Hello ' + name;", "return joinWords('Hello', name);");
    writeFileSync('src/greet.mjs', `import { joinWords } from './join-words.mjs';\n\n${greet}`);
  },
  // Touches the line that the one above changes too: whoever comes second has a conflict.
  'quality-updater': () => {
    writeFileSync('src/greet.mjs', read('src/greet.mjs').replace("'Hello ' + name", "'Hello ' + String(name)"));
  },
  'style-updater': () => {
    const farewell = read('src/farewell.mjs').replace('name) {', 'name) {\n  // Farewells are short.');
    writeFileSync('src/farewell.mjs', farewell.slice(0, 20));
    if (attempt === '0') process.kill(process.pid, 'SIGKILL'); // It dies with half a file written.
    writeFileSync('src/farewell.mjs', farewell);
  },
  'test-updater': () => {
    writeFileSync(
      'src/greet.test.mjs',
      "import assert from 'node:assert';\nimport { greet } from './greet.mjs';\n\nassert.strictEqual(greet('Ada'), 'Hello Ada');\n",
    );
  },
};

/** @type {Record<string, () => string | null>} What each reviewer finds wrong; nothing means that it approves. */
const review = {
  'architecture-reviewer': () => (existsSync('src/join-words.mjs') ? null : 'joining words has no module of its own'),
  'quality-reviewer': () => (read('src/greet.mjs').includes('String(name)') ? null : 'names are not made strings'),
  'style-reviewer': () => (read('src/farewell.mjs').startsWith('/**') ? null : 'src/farewell.mjs has no doc comment'),
};

/** @param {string} subject */
function commit(subject) {
  git('add', '--all');
  git('commit', '--quiet', '--message', `[${name}] ${subject}\n\nRound: ${round}`);
}

/** @param {string} text */
function report(text) {
  console.log(`# ${name}, round ${round}\n\nLooked at: ${git('ls-files').trim().split('\n').join(', ')}\n\n${text}`);
}

if (mode === 'requirements')
  report(`What ${name} demands of this task, in the plan and in the work that follows from it.`);
else if (mode === 'review') {
  const wrong = review[name]?.() ?? null;
  report(`FINAL DECISION: ${wrong === null ? 'APPROVED - nothing to object to' : `REJECTED - ${wrong}`}`);
} else if (mode === 'work') {
  // What an earlier attempt left behind half done.
  git('checkout', '--quiet', '--', '.');
  git('clean', '--quiet', '-d', '--force');
  if (round === '1') work[name]?.();
  else writeFileSync('src/farewell.mjs', `/** Says goodbye. */\n${read('src/farewell.mjs')}`);
  commit(round === '1' ? 'Implement its part of the plan' : 'Mend what the reviewer found');
  report(`Did what the plan says for ${name} and ran the checks in its own working tree.`);
} else if (mode === 'resolve') {
  const onto = attempt;
  try {
    git('rebase', '--quiet', onto);
  } catch {
    writeFileSync(
      'src/greet.mjs',
      "import { joinWords } from './join-words.mjs';\n\nexport function greet(name) {\n  return joinWords('Hello', String(name));\n}\n",
    );
    git('add', '--all');
    git('-c', 'core.editor=true', 'rebase', '--continue');
  }
  report(`Resolved the conflict of ${name} with what others merged before.`);
} else throw new Error(`${name} does not know ${mode}.`);
