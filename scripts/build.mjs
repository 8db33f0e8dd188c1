import { ensureBuilt, ensureInstalled } from './ensure-ready.mjs';

ensureInstalled();
await ensureBuilt();
