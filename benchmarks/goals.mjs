/**
 * What has to stand in the table, by benchmark: the rows of every goal that can be measured in one run. `npm run bench` fails
 * when a benchmark does not tell one of them. Where the other goals are counted is in docs/performance.md.
 *
 * @type {Record<string, string[]>}
 */
export const goals = {
  'git.mjs': [
    'verify at 10,000 files',
    'verify at 50,000 files',
    'whole snapshot at 10,000 files',
    'whole snapshot at 50,000 files',
    'verify: time per file at 50,000 against 10,000',
    'snapshot: time per changed file at 5,000 against 500',
    'disk that 10 snapshots of an unchanged tree add',
    'disk of 100 snapshots of 10 changed files',
    'disk left after purge',
  ],
  'worktree.mjs': [
    'isomorphic look at 1,000 files, times faster',
    'isomorphic look at 10,000 files, times faster',
    'isomorphic look at 50,000 files, times faster',
    'isomorphic look: time per file at 50,000 against 10,000',
  ],
  'markdown.mjs': ['headings of 1 MB', 'headings of the slowest of 20 hostile inputs'],
  'secrets.mjs': ['secret scan of 1 MiB: markdown', 'secret scan of 1 MiB: base64', 'secret scan of 1 MiB: eyJ'],
  'protocol.mjs': ['decisions a second'],
  'fs.mjs': ['durable fs commit of 4 KiB', '8 processes on one record, exact', 'next commit after kill -9 of a writer'],
  'postgres.mjs': [
    'PostgreSQL commits a second, one client',
    'PostgreSQL commits a second, 8 clients on one task',
    'PostgreSQL commits a second, 16 clients on 200 tasks',
  ],
  'hook.mjs': ['hook call PreToolUse'],
  'import-core.mjs': ["import '@batonkit/core'"],
  'package.mjs': [
    'size of @batonkit/core',
    'size of @batonkit/protocol',
    'size of @batonkit/markdown',
    'size of @batonkit/core/text',
    'tokens of the MCP tool list',
  ],
};
