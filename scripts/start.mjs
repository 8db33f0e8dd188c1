import { ensureBuilt, ensureInstalled, root, run } from './ensure-ready.mjs';

ensureInstalled();
await ensureBuilt();
process.exit(await run(process.execPath, [`${root}/examples/hand-off/main.mjs`]));
