import { soakWorker } from './soak-worker.mjs';

await soakWorker(JSON.parse(process.argv[2] ?? '{}'));
