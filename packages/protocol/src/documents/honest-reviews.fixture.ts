/** Reports in the style of a model that reviews code, and approves. */
export const HONEST_REVIEWS: readonly string[] = [
  `# Code review: retry on 503

## Summary
The client retries a request up to three times when the server answers 503. The delay doubles each time and is capped at 2 s.

## Findings
None.

## Risk
Low. The change is confined to src/http/client.ts and its test.

FINAL DECISION: APPROVED - the retry is bounded and tested`,
  `## Review (round 2)

In round 1 I rejected because the lock leaked when the callback threw. That is fixed: the release is in a finally block now, and lock.test.ts covers both paths.

| Finding | Severity | Status |
|---|---|---|
| Lock leak | High | Fixed |
| Typo in error message | Low | Fixed |

No new findings.

FINAL DECISION: APPROVED - both findings of round 1 are fixed and covered by tests`,
  `### Checklist
- [x] Requirements met
- [x] Tests added and passing
- [x] No secrets in the diff
- [x] Error handling reviewed
- [x] Docs updated

### Notes
The parser returns an error value for malformed input; nothing is thrown across the boundary.

FINAL DECISION: APPROVED - all items of the check list are met`,
  `| Area | Score |
|---|---|
| Correctness | 9/10 |
| Readability | 8/10 |
| Test coverage | 9/10 |
| Security | 10/10 |

Overall: 9/10

FINAL DECISION: APPROVED - correct, readable and well tested`,
  `**Security review**

I traced every place where user input reaches the database. All queries are parameterized. Passwords are hashed with argon2, and the token is redacted before it is logged.

- Critical: 0
- High: 0
- Medium: 0
- Low: 1 (informational: the cookie name is long)

FINAL DECISION: APPROVED - no security issues found`,
  `Tests: 214 passed, 0 failed, 0 skipped
Lint: 0 errors, 0 warnings
Type check: clean
Build: ✅
CI: green

The implementation follows the plan. If the cache is empty, it falls back to the store, and a test proves it.

FINAL DECISION: APPROVED - all checks pass`,
  `## What I looked at
I read src/store.ts, src/queue.ts and their tests, and ran the whole suite.

## What I found
The queue no longer drops entries when two writers race: the second one reads again. The test that reproduces the old failure passes now.

## Verdict
Ready to merge.

FINAL DECISION: APPROVED - the race is fixed and a test proves it`,
  `Findings: none
Blockers: none
Open questions: none
Risk: low
Confidence: high

FINAL DECISION: APPROVED - no objections`,
  `The change renames \`fetchAll\` to \`listTasks\` in 14 files. I checked each call site; none is missing. The old name stays as a deprecated alias, so that callers outside this repository keep working.

Nit (non-blocking): the alias could carry a version in its comment.

FINAL DECISION: APPROVED - the rename is complete and compatible`,
  `# Architecture review

1. Layering: core does not import from cli. ✅
2. Ports: the new adapter implements every method of the port. ✅
3. Errors: expected failures are values. ✅
4. Size: +1.2 kB, within the limit. ✅

No violations of the architecture document.

FINAL DECISION: APPROVED - no violations of the architecture`,
  `Previously reported issues:

1. Missing test for an empty list: added.
2. Unhandled rejection in worker.ts: fixed in 3f2a91c.
3. Outdated README section: updated.

I verified all three on the task branch. Nothing else changed.

FINAL DECISION: APPROVED - all three issues are resolved`,
  `## Performance review

Before: p95 of 41 ms. After: p95 of 38 ms. Memory stays flat over 10 minutes of load.
Overhead: 3 %
CPU: 12% at peak, as before.

No regressions in the benchmarks.

FINAL DECISION: APPROVED - performance improved, no regressions`,
  `The migration adds a nullable column and fills it in batches of 500. It can be run again safely: rows that are filled are left alone. I ran it up and down on a copy; both directions work.

What happens when the process dies in the middle? The next run continues where it stopped. There is a test for that.

FINAL DECISION: APPROVED - the migration is reversible and tested`,
  `| Criterion | Met | Evidence |
|---|---|---|
| AC1: rejects expired tokens | yes | token.test.ts |
| AC2: logs the reason without the token | yes | log.test.ts |
| AC3: answers within 200 ms | yes | benchmark |

All acceptance criteria are met.

FINAL DECISION: APPROVED - all acceptance criteria are met`,
  `### Strengths
- Small, focused diff
- Clear names
- Every error path has a test

### Weaknesses
- None that matter

### Suggestions (optional)
- A table-driven test could be shorter.

FINAL DECISION: APPROVED - small, clear and well tested`,
  `I reviewed the accessibility of the dialog. Focus moves into the dialog when it opens and back when it closes. Escape closes it. The error text is linked with aria-describedby. Contrast is 7:1.

Issues found: 0

FINAL DECISION: APPROVED - no accessibility issues`,
  `LGTM overall. The guard refuses a wrong password and counts failed logins; after five it waits a minute. Failed attempts are not logged with the password.

Tests cover: right password, wrong password, locked account, expired lock.

FINAL DECISION: APPROVED - the guard works as specified`,
  `Round 3. Two of my earlier comments were about naming, one was a bug in the date parser. All are resolved. The parser handles leap years now, with tests for 2000, 1900 and 2024.

FINAL DECISION: APPROVED - my earlier comments are resolved`,
  `## Documentation review

- The quick start runs as printed.
- Links: 42 checked, 0 broken.
- The changelog mentions the new flag.
- No TODOs left.

FINAL DECISION: APPROVED - the docs are accurate and complete`,
  `**Result: PASS**

**Checks**
- unit tests: pass (87/87)
- integration tests: pass (12/12)
- lint: pass
- coverage: 96.4 %

FINAL DECISION: APPROVED - all checks pass, coverage is 96.4 %`,
  `The fix is right. The crash came from reading \`items[0]\` of an empty list; the function returns early now. I confirmed that the new test fails without the fix and passes with it.

No further changes needed.

FINAL DECISION: APPROVED - the crash is fixed and covered by a test`,
  `Status of the requirements:

- R1 the record is written atomically: met
- R2 a reader never sees half a record: met
- R3 a crash between the two writes leaves the old record: met, see crash.test.ts

There are no open points.

FINAL DECISION: APPROVED - R1 to R3 are met`,
  `Style review. Formatting is consistent, imports are sorted, no unused variables. Two long lines are in a fixture, where the style guide allows them.

Violations: 0

FINAL DECISION: APPROVED - no violations`,
  `I was asked to look at concurrency only. The map is guarded by a mutex, the mutex is held for the shortest time, and no call inside blocks. The retry waits until the lock is free or the timeout is reached.

Deadlocks: none possible, as locks are always taken in the same order.

FINAL DECISION: APPROVED - locking is sound`,
  `# Review report

**Scope:** 5 files, +120 -44
**Method:** read the diff, ran the suite, tried the CLI by hand
**Findings:** none
**Tests:** 331 passed
**Decision:** approve

FINAL DECISION: APPROVED - no findings, tests pass`,
  `The validation rejects unknown fields and reports every problem at once instead of the first. Error messages name the field and the expected type. An invalid date is rejected with code 400, a missing one is allowed.

FINAL DECISION: APPROVED - validation is complete and clear`,
  `Security: no injection, no XSS, no secrets. I searched for eval, innerHTML and string-built SQL in the diff and found none.

Dependencies: no new ones. npm audit: 0 vulnerabilities.

FINAL DECISION: APPROVED - no vulnerabilities found`,
  `Re-review after the rebase. The content is the same as before apart from the resolved conflict in index.ts, where both exports are kept. Tests pass on the new base.

FINAL DECISION: APPROVED - the rebase is clean and tests pass`,
  `| Check | Before | After |
|---|---|---|
| Tests | 3 failed | 54 passed, now fixed |
| Lint | ❌ | ✅ fixed |

Everything I asked for is done.

FINAL DECISION: APPROVED - everything I asked for is done`,
  `⭐ Highlights of this change
- the new port is easy to fake in tests
- error codes are documented

👍 I like the names.

FINAL DECISION: APPROVED - clear and well documented`,
  `Rating: ★★★★★

A model change: one commit, one purpose, and a test that would have caught the bug.

FINAL DECISION: APPROVED - small, correct and well tested`,
  `Rating: ★★★★☆ (4/5). I took one star for the long test names, which is a matter of taste.

FINAL DECISION: APPROVED - correct and tested`,
  `The configuration is read once per process. Unless the flag is set, the old path is used, so existing users see no change. With the flag, entries are written in the new format, and the old format is still read.

Backward compatibility: kept.

FINAL DECISION: APPROVED - compatible and tested`,
  `## Severity summary

- Blocking issues: none
- Critical issues: none
- Major issues: none
- Minor issues: 2 (cosmetic)

The two minor ones are left to the author.

FINAL DECISION: APPROVED - no blocking issues`,
  `The original report said that the worker hangs when the socket closes early. I reproduced it on main: it hangs. On the branch it does not: the promise is rejected with a clear error, and the caller retries.

FINAL DECISION: APPROVED - the hang is fixed`,
  `Quality gate: passed
Coverage: 91%
Duplication: 1.2%
Complexity: 4/10
Maintainability: A

FINAL DECISION: APPROVED - the quality gate is green`,
  `I checked what the task must not do: it must not log tokens, must not follow links out of the root, must not write outside the store. Each has a test, and each test passes.

Nothing pending. No changes requested.

FINAL DECISION: APPROVED - all restrictions are enforced and tested`,
  `Domain: database

The index is created concurrently. The query plan shows an index scan instead of a sequential one. The down migration drops the index. No data is touched.

Blocking: no
Risk: 2/10
Effort to revert: 1/5

FINAL DECISION: APPROVED - safe and reversible`,
  `✅ Correctness: the algorithm handles empty, single and duplicate entries.
✅ Tests: 18 new, all pass.
✅ Docs: the example compiles.
❌ None of the checks failed.

FINAL DECISION: APPROVED - correct, tested and documented`,
  `Thanks for the quick turnaround. The blocker from the first review (a token in the debug log) is gone: debug output goes through the redactor, and redact.test.ts has the exact line from my report.

I have no remaining concerns.

FINAL DECISION: APPROVED - the blocker is fixed, no concerns remain`,
  `Reviewed for: licensing, naming, public API.

- Licensing: headers are in place.
- Naming: follows the glossary.
- Public API: two functions added, none removed; api.md is up to date.

This does not change behaviour for existing callers.

FINAL DECISION: APPROVED - the public API is compatible and documented`,
  `The error handling is thorough: a full disk, a missing directory and a permission error each have their own code. When the file is missing, the default is used. When it is broken, the user is told which line.

I prefer another shape for the helper, but that is taste.

FINAL DECISION: APPROVED - error handling is thorough and tested`,
];
