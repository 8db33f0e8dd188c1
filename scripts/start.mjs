import { ensureBuilt, ensureInstalled, root, run } from './ensure-ready.mjs';

ensureInstalled();
await ensureBuilt();
const code = await run(process.execPath, [`${root}/examples/hand-off/main.mjs`]);
console.log(
  '\nThe program is examples/hand-off/main.mjs. Go on with docs/quick-start.md, or with docs/cli.md for the command line.',
);
process.exit(code);
