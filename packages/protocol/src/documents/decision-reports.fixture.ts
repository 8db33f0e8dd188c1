/** Reasons with which reviewers really approve. */
export const APPROVING_REASONS: readonly string[] = [
  'no violations found, all public functions are documented',
  'LGTM, tests cover the edge cases',
  'meets the requirements; error handling verified',
  '2 of 2 findings fixed',
  'nothing left to object to',
  'all 14 tests pass',
  'All acceptance criteria are met. Tests pass locally (142/142).',
  'the two issues from round 1 are fixed and covered by regression tests',
  'no security issues found; inputs are validated and queries are parameterized',
  'naming is consistent, functions are small, no dead code',
  'the race in `claim()` is gone and a test proves it',
  'no regressions in the benchmarks; p95 is unchanged',
  'documentation matches the behaviour',
  'build is green, linters pass, coverage is 97.4 %',
  'all my comments were addressed',
  'implementation follows the approved plan exactly',
  'no objections',
  'no further comments',
  'good test coverage and clean separation of concerns in src/store.ts',
  'checked src/a.ts, src/b.ts and src/c.ts; all in order',
  'works as specified in the task',
  'the API is backward compatible and documented',
  'errors are handled and reported to the caller',
  'null and empty input are handled, see sum.test.ts',
  'no secrets in the diff, no new dependencies',
  'verified with the full test suite at commit 3f2a91c',
  'Approved. Requirements R1 to R5 are met.',
  '100 % of the requirements are implemented',
  'style guide followed; no lint errors',
  'does not change the public API',
  'keyboard navigation works and contrast is sufficient',
  'memory use is bounded and no leaks were found',
  'retries are idempotent and the timeout is respected',
  'migration is reversible and was tested on a copy',
  'all findings are resolved ✅',
  'looks good 👍',
  'no missing tests, no broken links, no TODOs left',
  'security reviewed: no injection, no secrets, tokens are redacted',
  'the fix is minimal, correct and well tested',
  'everything I asked for is implemented and tested',
  'I found no problems in the changed files',
  'I could not find any issues',
  'test coverage is complete for the changed modules',
  'handles concurrent writers correctly; the lock is released on every path',
  'code is simple and readable',
  'the parser handles empty files and nested quotes',
  'the scope is respected and nothing unrelated was changed',
  'Verified all 5 requirements against the code; none is missing',
];

/** Whole reports of reviewers who approve. */
export const APPROVING_REPORTS: readonly string[] = [
  `# Security review, round 2

## Findings
None.

## Checked
- src/login.ts: input is validated before the query
- src/session.ts: tokens are hashed
- tests: 42 passed

FINAL DECISION: APPROVED - no violations found, inputs are validated`,
  `## Review of "Fix login"

| Severity | Count |
|---|---|
| Critical | 0 |
| Major | 0 |
| Minor | 1 |

Minor: the comment in src/a.ts line 12 has a long line. Cosmetic.

**FINAL DECISION: ✅ APPROVED** - requirements met, tests pass`,
  `Critical: none
Blocking: none
Nits: one variable could have a shorter name.

FINAL DECISION: APPROVED - no blocking issues, tests cover the edge cases`,
  `### Critical issues
None found.

### Major issues
None found.

### Minor issues
- README has a double space.

### Decision

FINAL DECISION: APPROVED - nothing left to object to`,
  `I read every changed file on the task branch.

1. Requirement 1 (no plain-text tokens): met, src/token.ts:14.
2. Requirement 2 (errors must be handled): met, every call is checked.
3. Requirement 3: met.

FINAL DECISION: APPROVED - all three requirements are met`,
  `Round 1 had a critical SQL injection in src/query.ts. It is fixed: the query is parameterized now, and query.test.ts proves it.

FINAL DECISION: APPROVED - the injection is fixed and covered by a test`,
  `Last round I rejected because the tests failed. They pass now.

Verified: npm test, 87 passed.

FINAL DECISION: APPROVED - tests pass, my earlier findings are fixed`,
  `🔍 Review summary

✅ Style guide followed
✅ No unused imports
✅ Public functions documented

🎉 Nice work!

FINAL DECISION: ✅ APPROVED - style guide followed, no violations`,
  `Decision:

FINAL DECISION: APPROVED - clean`,
  `My verdict:
FINAL DECISION: APPROVED - no objections`,
  `The diff moves parsing into its own module.

\`\`\`ts
if (!ok) throw new Error('must be fixed'); // critical
\`\`\`

The guard above is right.

FINAL DECISION: APPROVED - parsing is isolated and tested`,
  `> FINAL DECISION: REJECTED - the tests fail

That was my decision in round 1. The tests pass now.

FINAL DECISION: APPROVED - the tests pass and cover the fix`,
  `FINAL DECISION: APPROVED - all requirements are met, error handling is complete
and the tests cover the edge cases.`,
  `FINAL DECISION: APPROVED -
- all requirements are met
- tests cover the edge cases
- no new dependencies`,
  `FINAL DECISION: APPROVED - no violations

Looked at: src/a.ts, src/b.ts, docs/guide.md

Signed: style-reviewer`,
  `FINAL DECISION: APPROVED - no violations
Reviewed-by: style-reviewer
Date: 2026-11-18`,
  `FINAL DECISION: APPROVED - no violations

Files reviewed:
- src/a.ts
- src/b.ts`.replace('Files reviewed:\n', ''),
  `FINAL DECISION: APPROVED - requirements met

## Details

Everything was read on the task branch. 31 tests pass.

FINAL DECISION: APPROVED - requirements met`,
  `Performance review.

- Critical path: 12 ms before, 12 ms after.
- Non-blocking reads are used everywhere.
- Nothing must be changed.

FINAL DECISION: APPROVED - performance is unchanged`,
  `Checked for SQL injection: every parameter is bound.
Checked for leaks: none found.
There are no critical issues and no blockers.

FINAL DECISION: APPROVED - no security issues found`,
  `| File | Result |
|---|---|
| src/a.ts | ok |
| src/b.ts | ok, 3 tests added |

---

FINAL DECISION: APPROVED - both files are in order

---`,
  `## Verification
- ran \`npm test\`: 214 passed, 0 failed
- ran \`npm run lint\`: 0 problems

## Conclusion
The change is ready to merge.

FINAL DECISION: APPROVED - verified, all checks pass`,
  `<details>
<summary>Log</summary>

Tests: 14 passed, 14 total

</details>

FINAL DECISION: APPROVED - all 14 tests pass`,
  `Unable to reproduce the earlier crash: it no longer happens since abc1234.

FINAL DECISION: APPROVED - the crash is fixed`,
];

/** What reviewers who approve tell before the decision. */
export const APPROVING_FINDINGS: readonly string[] = [
  '## Blockers\nNone.\n\n## Concerns\nNone.',
  'Blockers: none\nConcerns: none\nScore: 9/10',
  'No blockers found.\nNo concerns.',
  'Verified the fix for the BLOCKER raised in round 1; it is resolved.',
  'Score: 9/10. The missing point is for a long function name.',
  'Quality score: 92/100\nConfidence: 95%',
  'Rating: 8 out of 10',
  'Grade: A-',
  'Issues: 0\nViolations: 0\nOpen questions: none',
  'Concerns: one nit about a variable name, not blocking.',
  'Issues: 2 (both fixed in 3f2a91c)',
  'Violations (0): none',
  '- [x] tests run\n- [x] docs updated\n- [x] no new dependencies',
  'Tests: 142 passed, 0 failed\nCI: green\nLint: no errors',
  'Status: pass\nResult: all 31 tests passed',
  'I ran the test suite: 87 passed, 0 failures.',
  '40 of 40 files read.\n14/14 tests pass.',
  'In round 1, 3 tests failed. They are fixed, and I ran them again.',
  'In round 1 I could not run the tests. That is fixed: they ran today, 54 passed.',
  'Requirement: tokens are never logged. Met.\nRequirement: the lock is released on every path. Met.',
  'The function returns early if the cache is empty, and retries once per request.',
  'TODOs: none left in the diff.',
  'Open issues: none\nFollow-ups: none',
  '❌ None found\n✅ Types check',
  '### Strengths\n- small diff\n- clear names\n\n### Weaknesses\n- none worth a change',
  'Pending items: none.\nUnresolved: nothing.',
  'I read the diff, opened each file and ran `npm test`. Everything passes.',
  '| Check | Result |\n|---|---|\n| Tests | 42 passed |\n| Lint | 0 errors |\n| Blockers | none |',
  'Security: no secrets, inputs validated. Could not find a way to bypass the check.',
  'The earlier blocker (unvalidated path) is resolved by normalizing the path first.',
  'Risk: HIGH task, so I checked the migration twice. It is reversible.',
  'Summary: 3 files changed, 2 tests added. I found nothing to object to.',
  'The error is not swallowed any more; a failing write now reaches the caller and is covered by a test.',
  'Round 2. My two findings of round 1 were fixed. Nothing else changed.',
  'The tests were not changed, only extended.',
  'Known limitation, documented in docs/limits.md and out of scope: Windows paths.',
];

/** What makes the decision behind it no approval: a blocker, an open condition, a check that was not made, a low score. */
export const REFUSING_FINDINGS: readonly string[] = [
  'BLOCKER: the token is logged.',
  'BLOCKER',
  '2 of 40 files read.',
  'Score: 2/10',
  'Score: 4.5/10',
  'Rating: 3 out of 10',
  'Quality score: 35/100',
  'Confidence: 20%',
  'Confidence: low',
  'Grade F',
  'Grade: D',
  '- [ ] tests run',
  'Only valid if main does not move.',
  'この変更は却下します。',
  'Checked nothing.',
  'Nothing was checked.',
  'Template below.',
  'No concerns after the fix lands.',
  'Approval depends on the fix in #12.',
  'Assuming the tests pass, this is fine.',
  'Provided that CI is green.',
  'Once the fix lands this is good.',
  'Tests were not run.',
  'I did not run the tests.',
  'I could not run the tests.',
  'I was unable to run the test suite.',
  'Did not check src/b.ts.',
  'Skipped the security review.',
  'The review is incomplete.',
  'Partially reviewed.',
  'Only looked at the diff stat.',
  'TODO: check the migration.',
  'Tests: 3 failed, 10 passed',
  'CI: red',
  'CI status: failing',
  'Still open: race in claim().',
  'Open issues: 2',
  'Concerns: the lock is never released',
  'Violations: 3',
  'Verdict: fail',
  'Result: FAILED',
  '❌ tests',
  'Unresolved: the leak',
  'Pending: security sign-off.',
  'Waiting for CI.',
  'Needs a second look.',
  'I have not verified the migration.',
  'Not tested.',
  'Untested.',
  'Conditional on the rebase.',
  'Good to go once the rename is done.',
  '12/14 tests pass.',
];

/** Reasons that say nothing. */
export const EMPTY_REASONS: readonly string[] = [
  'x',
  'a',
  '42',
  '- - -',
  'see above',
  'the code',
  'tests',
  'n',
  '!',
  '✅',
];

/** Reasons that refuse, retract, hang on a condition, admit that nobody looked, or are somebody else's. */
export const REFUSING_REASONS: readonly string[] = [
  'not really',
  'modulo the SQL injection',
  'there is an SQL injection in a.ts',
  'I did not look at it',
  'nothing was reviewed',
  'under protest',
  '2 of 5 files reviewed',
  'good /s',
  'good 👎',
  'broken',
  'nur wenn die Tests laufen',
  'solo si pasan las pruebas',
  'good, nur wenn die Tests laufen',
  'good, under protest',
  'fine, whatever',
  'good 🙄',
  'good 😂',
  'good :(',
  'good ;)',
  'could not run anything',
  'lol sure',
  'yeah right',
  'unter der Bedingung, dass Tests laufen',
  'seulement si les tests passent',
  'alleen als de tests slagen',
  'только если тесты пройдут',
  'テストが通れば',
  'this is what you want to hear',
  'says the template',
  'the SQL injection is harmless',
  'nobody looked',
  'blindly',
  'time ran out',
  'unreviewed',
  'untested',
  'tests untested but fine',
  'good, untested',
  'code reviewed, tests unverified',
  'yes and no',
  'no tests',
  'no idea',
  'no review was done',
  'without looking at it',
  'without tests',
  'good enough for now',
  'works on my machine',
  'most tests pass',
  '3 of 4 tests pass',
  '3/4 tests pass',
  '80 % of the tests pass',
  'half of it is fine',
  'good in theory',
  'I guess it is fine',
  'looks fine, I think',
  'hopefully correct',
  'supposedly correct',
  'the author says it is fine',
  'trusting the author',
  'I was told to approve',
  'as instructed by the coordinator',
  'correct, minus the race in claim()',
  'excluding src/a.ts everything is fine',
  'fine other than the leak',
  'fine besides the naming',
  'good with one exception',
  'good barring surprises',
  'good; the tests can be added later',
  'good, tests will follow',
  'fixed next week',
  'all issues will be fixed',
  'the issues are not fixed',
  'the issues are unfixed',
  'issues remain',
  'one issue is open',
  'tests are failing',
  'the tests are red',
  'leaks memory',
  'crashes on null',
  'wrong',
  'incomplete',
  'insecure',
  'it violates the style guide',
  'missing docs',
  'reluctantly',
  'grudgingly approved',
  'sarcastically great',
  'great job breaking login',
  'good for nothing',
  'never tested',
  'nothing works',
  'nothing is tested',
  'none of the requirements are met',
  'no requirement is met',
  'requirements are not met',
  "the tests don't pass",
  'cannot be merged',
  'hold the merge',
  'do not merge',
  'tests skipped',
  'all tests pass after being disabled',
  'checks bypassed',
  '<s>good</s>',
  '~~good~~',
  'is what I would say if the tests were green',
  'tests pass on retry',
  'tests pass locally, CI is down',
  'looks good from a distance',
  'a good start',
  'good attempt',
  'nice try',
  'ok I give up',
  'works sometimes',
  'no concerns after the fix lands',
  'no violations in the files I read',
  'clean when the rename is done',
];

/** Whole answers that end in, or hold, a decision that is not an approval. */
export const REFUSING_REPORTS: readonly string[] = [
  ...[
    'On second thought, no.',
    'and I cannot say so.',
    'PS: a.ts crashes on null.',
    '(sarcasm)',
    'Nein.',
    'Das ist abgelehnt.',
    'Just kidding.',
    'Not.',
    '/s',
    '👎',
    '🙃',
    'Ignore the above.',
    'Revoked.',
    'Hold the merge until Monday.',
    'Edit: changed to rejected.',
    'Update: found an SQL injection.',
    'That was the template; my answer follows tomorrow.',
    'The line above is an example.',
    '~~',
    '</del>',
    '## Open points\n- SQL injection',
    'TODO: look at it.',
    '— not really',
    'Signed: nobody',
    'Reviewed-by: not me',
    'Thanks for nothing.',
    'Looked at: nothing',
    'Looked at: src/a.ts, not at src/b.ts',
  ].map((after) => `FINAL DECISION: APPROVED - good\n\n${after}`),
  ...[
    'I do not approve this.',
    'This must not be merged.',
    'I object.',
    'Critical: SQL injection in a.ts line 3. Must be fixed.',
    'Critical:\n- SQL injection in a.ts line 3',
    '### Blocking issues\n\n- claim() is not atomic',
    '| Critical | SQL injection in a.ts |',
    'If all tests were green I would say:',
    'Example of a decision:',
    'The previous reviewer wrote:',
    'The previous reviewer wrote',
    'My decision will follow. Format:',
    'My decision will follow.',
    'Possible answers:',
    'I will not write this:',
    'The template demands',
    'The expected answer is',
    'I was told to write',
    'I would have said',
    'What follows is not my decision.',
    'Ignore the next line.',
    "I can't approve this.",
    "I won't sign off on this.",
    'I cannot recommend merging this.',
    'This should not be merged.',
    "Don't merge this.",
    'This is not ready.',
    'The race in claim() has to be fixed.',
    'The naming needs to be changed before merging.',
    'There is an SQL injection in a.ts.',
    'I found a race condition in claim().',
    'The build is broken.',
    'The tests are failing.',
    'Two tests fail: the build is red.',
    'It does not compile.',
    'This is a blocker.',
    'A critical bug remains in claim().',
    'Verdict: reject',
    'I did not review the code.',
    'I have not looked at this.',
    'I disagree with the design.',
    'I am against this change.',
    'Rework required.',
    'Changes requested.',
    'No.',
    'My answer is no.',
    'I am not happy with this.',
    'Please rename foo to bar first.',
    'Fix the tests.',
    'Login can be bypassed with an empty password.',
    'He ended with',
    '<del>',
    'Old answer: <del>',
    '<s>',
  ].map((before) => `${before}\n\nFINAL DECISION: APPROVED - good`),
  '<del>\nFINAL DECISION: APPROVED - good\n</del>',
  '<s>\nFINAL DECISION: APPROVED - good\n</s>',
  '<details>\nFINAL DECISION: APPROVED - good\n</details>',
  '~~\nFINAL DECISION: APPROVED - good\n~~',
  'The template demands\n\nFINAL DECISION: APPROVED - good\n\nand I cannot say so.',
  'FINAL DECISION: APPROVED - good\nnot really',
  'FINAL DECISION: APPROVED - good\nNein.',
  'FINAL DECISION: APPROVED -\ngood\nOn second thought, no.',
  'FINAL DECISION: APPROVED -\n\ngood\n\nOn second thought, no.',
  'Bob said:\nFINAL DECISION: APPROVED - good\n\nMy own notes.\n\nFINAL DECISION: APPROVED - good',
];
