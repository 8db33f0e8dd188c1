import type { ImplementerReport } from './parse-report.ts';

/** A report as an agent wrote it, and the fields that must be read from it. */
export type ReportDocument = readonly [
  name: string,
  report: string,
  fields: Partial<ImplementerReport>,
  unreadLines?: readonly number[],
];

const FENCE = '```';
const json = JSON.stringify;

/** Reports as different models write them. */
export const REPORTS_CORPUS: readonly ReportDocument[] = [
  [
    'headings',
    '## Implemented\nLogin.\n\n## Tested\nAll pass.\n\n## Files changed\n- `src/a.ts`\n\n## Decisions\nJWT\n\n## Deviations\nnone\n\n## Concerns\nnone\n',
    {
      implemented: 'Login.',
      tested: 'All pass.',
      filesChanged: ['src/a.ts'],
      decisions: 'JWT',
      deviations: 'none',
      concerns: 'none',
      rest: '',
    },
  ],
  [
    'the words of the prompt',
    '**What you implemented:** Login.\n**What you tested:** npm test\n**Files changed:** src/a.ts, src/b.ts\n**Self-review findings:** fine\n**Any issues or concerns:** none\n',
    {
      implemented: 'Login.',
      tested: 'npm test',
      filesChanged: ['src/a.ts', 'src/b.ts'],
      selfReview: 'fine',
      concerns: 'none',
    },
  ],
  [
    'emoji in headings',
    '## ✅ Implemented\nLogin.\n## 🧪 Tested\nyes\n## 📁 Files Changed\n- src/a.ts\n## ⚠️ Concerns\nslow\n',
    { implemented: 'Login.', tested: 'yes', filesChanged: ['src/a.ts'], concerns: 'slow' },
  ],
  [
    'a title and a closing',
    'Done! Here is my report.\n\n# Task 1.1 report\n\n## Summary\nAll good.\n\n## Implemented\nLogin.\n\nLet me know.\n',
    { implemented: 'Login.\n\nLet me know.' },
  ],

  [
    'decisions and deviations, bullets',
    '## Decisions and deviations\n- Decision: use JWT\n- Deviation: skipped the cache\n',
    { decisions: 'use JWT', deviations: 'skipped the cache' },
  ],
  [
    'decisions and deviations, text',
    '## Decisions and Deviations\nUsed JWT in place of sessions.\n',
    { decisions: 'Used JWT in place of sessions.', deviations: 'Used JWT in place of sessions.' },
  ],
  [
    'decisions and deviations, labels',
    '**Decisions & deviations:**\n- **Decisions:** JWT\n- **Deviations:** none\n',
    { decisions: 'JWT', deviations: 'none' },
  ],
  ['decisions / deviations', '### Decisions / Deviations\nnone\n', { decisions: 'none', deviations: 'none' }],
  [
    'implemented and tested',
    '## Implemented and tested\nLogin, with 3 tests.\n',
    { implemented: 'Login, with 3 tests.', tested: 'Login, with 3 tests.' },
  ],
  ['issues and concerns', '## Issues and concerns\nSlow.\n', { concerns: 'Slow.', deviations: 'none' }],
  [
    'files changed and tests',
    '## Files changed and tests\n- src/a.ts\n',
    { filesChanged: ['src/a.ts'], tested: '- src/a.ts' },
  ],

  // JSON.
  [
    'bare JSON',
    json({
      implemented: 'Login',
      tested: 'npm test',
      filesChanged: ['src/a.ts'],
      selfReview: 'fine',
      decisions: 'JWT',
      deviations: 'none',
      concerns: 'none',
    }),
    {
      implemented: 'Login',
      tested: 'npm test',
      filesChanged: ['src/a.ts'],
      selfReview: 'fine',
      decisions: 'JWT',
      deviations: 'none',
      concerns: 'none',
      rest: '',
    },
  ],
  [
    'snake case',
    json({ implemented: 'Login', files_changed: ['./src/a.ts:12-40', 'src/b.ts'], self_review: 'fine' }, null, 2),
    { implemented: 'Login', filesChanged: ['src/a.ts', 'src/b.ts'], selfReview: 'fine', decisions: 'none' },
  ],
  [
    'lists in JSON',
    json({
      what_was_implemented: ['Login', 'Logout'],
      decisions: [{ decision: 'JWT', rationale: 'small' }],
      concerns: [],
    }),
    { implemented: '- Login\n- Logout', decisions: '- decision: JWT; rationale: small', concerns: 'none' },
  ],
  [
    'files as objects',
    json({ implemented: 'x', filesChanged: [{ path: 'src/a.ts', change: 'new' }, { file: 'src/b.ts' }] }),
    { filesChanged: ['src/a.ts', 'src/b.ts'], rest: 'src/a.ts: change: new' },
  ],
  [
    'files in groups',
    json({ implemented: 'x', files_changed: { created: ['src/a.ts'], modified: ['src/b.ts'] } }),
    { filesChanged: ['src/a.ts', 'src/b.ts'] },
  ],
  [
    'fenced JSON',
    `${FENCE}json\n${json({ implemented: 'Login', decisions: 'JWT' }, null, 2)}\n${FENCE}\n`,
    { implemented: 'Login', decisions: 'JWT', rest: '' },
  ],
  [
    'a sentence and fenced JSON',
    `Here is my report:\n\n${FENCE}json\n${json({ implemented: 'Login', files_modified: ['src/a.ts'] }, null, 2)}\n${FENCE}\n\nDone.`,
    { implemented: 'Login', filesChanged: ['src/a.ts'], rest: 'Here is my report:\nDone.' },
  ],
  ['a sentence and bare JSON', `Report:\n${json({ implemented: 'Login' })}`, { implemented: 'Login', rest: 'Report:' }],
  [
    'wrapped JSON',
    json({ status: 'completed', report: { implemented: 'Login', decisions: 'JWT' } }),
    { implemented: 'Login', decisions: 'JWT', rest: 'status: completed' },
  ],
  ['JSON in a list', json([{ implemented: 'Login' }]), { implemented: 'Login' }],
  [
    'null in JSON',
    json({ implemented: 'Login', decisions: null, deviations: ['None'], concerns: '' }),
    { decisions: 'none', deviations: 'None', concerns: 'none' },
  ],
  [
    'unknown fields in JSON',
    json({ implemented: 'Login', confidence: 0.9 }),
    { implemented: 'Login', rest: 'confidence: 0.9' },
  ],
  [
    'JSON as an example',
    `## Implemented\nAn endpoint.\n\n${FENCE}json\n{ "tested": true }\n${FENCE}\n\n## Tested\nyes\n`,
    { implemented: `An endpoint.\n\n${FENCE}json\n{ "tested": true }\n${FENCE}`, tested: 'yes' },
  ],
  ['JSON that cannot be read', '{\n  "implemented": "Login",\n  "decisions": "JWT",\n}\n', {}, [1]],

  // Paths.
  [
    'places in files',
    '## Files changed\n- src/a.ts:12-40\n- `src/b.ts:7`\n- src/c.ts#L10-L20\n- src/d.ts:3:14\n',
    { filesChanged: ['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts'], rest: '' },
  ],
  [
    'the same file twice',
    '## Files changed\n- ./src/a.ts\n- src/a.ts:12-40\n- src/./a.ts\n- src/x/../a.ts\n',
    { filesChanged: ['src/a.ts'], rest: '' },
  ],
  ['Windows paths', '## Files changed\n- src\\auth\\a.ts\n', { filesChanged: ['src/auth/a.ts'], rest: '' }],
  [
    'links',
    '## Files changed\n- [a.ts](src/a.ts)\n- [b.ts](./src/b.ts#L3)\n',
    { filesChanged: ['src/a.ts', 'src/b.ts'] },
  ],
  [
    'status letters',
    '## Files changed\nM  src/a.ts\nA src/b.ts\n?? src/c.ts\n',
    { filesChanged: ['src/a.ts', 'src/b.ts', 'src/c.ts'], rest: '' },
  ],
  [
    'a diffstat',
    '## Files changed\n src/a.ts | 12 +++---\n src/b.ts |  3 +\n',
    { filesChanged: ['src/a.ts', 'src/b.ts'] },
  ],
  [
    'a table',
    '## Files changed\n\n| File | Change |\n|---|---|\n| `src/a.ts` | new |\n| src/b.ts | edited |\n',
    { filesChanged: ['src/a.ts', 'src/b.ts'] },
  ],
  [
    'notes behind paths',
    '## Files changed\n- src/a.ts (new)\n- src/b.ts - the form\n- src/c.ts (+12 -3)\n',
    { filesChanged: ['src/a.ts', 'src/b.ts', 'src/c.ts'], rest: '- src/a.ts (new)\n- src/b.ts - the form' },
  ],
  ['braces', '## Files changed\n- src/{a,b}.ts\n', { filesChanged: ['src/a.ts', 'src/b.ts'], rest: '' }],
  ['a rename', '## Files changed\n- src/a.ts -> src/b.ts\n', { filesChanged: ['src/a.ts', 'src/b.ts'], rest: '' }],
  ['no files', '## Files changed\nNone.\n', { filesChanged: [], rest: '' }],

  // What is not read is named.
  [
    'an unknown header',
    '## Implemented\nLogin.\n\n## Performance\nFast.\n',
    { implemented: 'Login.', rest: '## Performance\nFast.' },
    [4],
  ],
  ['an empty report', '', { implemented: null, filesChanged: [], rest: '' }],
  [
    'prose alone',
    'I added the login form and it works.',
    { implemented: null, rest: 'I added the login form and it works.' },
  ],
];
