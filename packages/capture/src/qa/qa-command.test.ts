import { expect, test } from 'vitest';
import { readQaCommand } from './qa-command.ts';

test.each([
  'true',
  ':',
  'exit 0',
  'echo "3 passed"',
  "printf '3 passed\\n'",
  'cat old.log',
  'cd app && cat old.log | tail -n 3',
  'bash -c "true"',
  'jest --version',
  'npx jest --help',
  'CI=1 npx jest --listTests',
  'python3 -m pytest --collect-only -q',
  'mocha --dry-run',
  'playwright test --list',
  'vitest list',
  'make -n test',
  'make -sn',
  'go test -list . ./...',
  'go version',
  'ctest -N',
  'node -v',
  './gradlew test --dry-run',
  'node -e 0',
  'node --eval ""',
  'python3 -c pass',
  "python3 -c 'print(1)'",
  'node -e "process.exit(0)"',
  '[ -n "$(npm test)" ]',
  'export OUT=$(npm test)',
])('runs nothing: %s', (line) => {
  expect(readQaCommand(line).runsNothing).toBe(true);
});

test.each([
  'jest',
  'jest || true',
  'cd app && npm test',
  'echo start; pytest',
  'pytest -v',
  'go test -v ./...',
  'jest -t "prints --version"',
  'prettier --list-different .',
  'node --test',
  'make test',
  'make -j4 lint',
  './check.sh | tee log',
  'bash -c "npm test"',
  'node check-version.js',
  'node -e "require(1)"',
  'python3 -c "import shop"',
  'sh ./true.sh',
])('runs something: %s', (line) => {
  expect(readQaCommand(line).runsNothing).toBe(false);
});

test.each([
  './check.sh || true',
  '! ./check.sh',
  'cd app && ! ./check.sh',
  'if ./check.sh; then :; fi',
  'while ./check.sh; do break; done',
  'trap "exit 0" EXIT; ./check.sh',
  'case $(./check.sh) in *) ;; esac',
  './check.sh & wait',
  'for each in a b; do ./check.sh $each; done',
  './check.sh; ./other.sh',
  'bash -c "! ./check.sh"',
  './check.sh || :',
  './check.sh || /bin/true',
  './check.sh || echo failed',
  './check.sh; true',
  './check.sh ; echo done',
  'set +e; ./check.sh; exit 0',
  '(./check.sh || true)',
  'bash -c "./check.sh || true"',
  './check.sh | tee log',
  './check.sh 2>&1 | tail -n 20',
  './check.sh |& tee log',
  './check.sh &',
  'make -i test',
  'ruff check --exit-zero',
  'mvn -fn test',
])('hides its exit code: %s', (line) => {
  expect(readQaCommand(line).hidesExitCode).toBe(true);
});

test.each([
  './check.sh',
  'a && b',
  'set -e; a; b',
  'export CI=1; cd app; b',
  'cat cases | ./check.sh',
  'set -o pipefail; ./check.sh | tee log',
  'jest -t "a | tee b; true"',
  './check.sh > log 2>&1',
  './check.sh &> log',
  'make install test',
  'npm run lint && npm test',
])('ends as its check does: %s', (line) => {
  expect(readQaCommand(line).hidesExitCode).toBe(false);
});
