import { createFsKit, createMemoryKit } from './kits.fixture.ts';
import { serveStdio } from './serve-stdio.ts';

// node server.mjs <root> <fs|memory>
const [root = '', store] = process.argv.slice(2);
const kit = store === 'memory' ? createMemoryKit(root) : createFsKit(root);
await serveStdio({ kit, onError: (error) => console.error(error) }).closed;
