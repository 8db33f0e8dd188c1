// Runs the QA commands of its arguments, and prints their output as it comes.
import { runQa } from '@batonkit/fs-adapter';

const [cwd = '', ...commands] = process.argv.slice(2);
const controller = new AbortController();
process.on('SIGINT', () => controller.abort());
let highest = 0;
const timer = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 20);
const answer = await runQa({
  cwd,
  commands,
  signal: controller.signal,
  onOutput: ({ text }) => process.stdout.write(text),
});
clearInterval(timer);
const seen = answer.isOk()
  ? answer.value.executions.map(({ exitCode, ended, outputBytes, output }) => ({
      exitCode,
      ended,
      outputBytes,
      kept: output.length,
    }))
  : answer.error.code;
process.stderr.write(`${JSON.stringify({ seen, highest })}\n`);
