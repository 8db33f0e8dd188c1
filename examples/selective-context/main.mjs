// Prompts that carry only what they need: every task of a tasks.md with just the sections that its Why or Source field refers to.
import { readFileSync } from 'node:fs';
import { orThrow } from '@batonkit/core';
import { assembleTaskContext, parseTasks } from '@batonkit/markdown';

const read = (/** @type {string} */ name) => readFileSync(new URL(`./feature/${name}.md`, import.meta.url), 'utf8');
const artifacts = { spec: read('spec'), design: read('design'), plan: read('plan'), prd: read('prd') };

let before = 0;
let after = 0;
for (const task of await orThrow(parseTasks(read('tasks')))) {
  const context = assembleTaskContext({ task, artifacts });
  before += context.tokens.before;
  after += context.tokens.after;

  console.log(`\nTask ${task.number}: ${task.title}`);
  for (const [name, { text, scope }] of Object.entries(context.artifacts)) {
    const headings = text.split('\n').filter((line) => /^#{2,3} /.test(line));
    console.log(
      `  ${name.padEnd(7)} ${scope.padEnd(9)} ${headings.map((line) => line.replace(/^#+ /, '')).join(' | ')}`,
    );
  }
  for (const { message } of context.warnings) console.log(`  warning: ${message}`);
  console.log(`  ${context.tokens.after} of ${context.tokens.before} tokens (estimated)`);
}
console.log(
  `\nAll prompts together: ${after} of ${before} tokens, ${Math.round(100 - (100 * after) / before)} % less.`,
);
