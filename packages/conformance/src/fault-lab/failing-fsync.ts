import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFaultStore } from './fault-hooks.ts';
import type { ScenarioSetting } from './fault-lab-options.ts';
import { addVerdicts, type FaultRow, skippedRow } from './fault-row.ts';
import { runScript, SCRIPT_TASK } from './fault-script.ts';
import { inParallel } from './in-parallel.ts';
import { judgeStore, type Verdict } from './judge-store.ts';
import { openSideLog, readSideLog } from './side-log.ts';
import { startWriter } from './writer-process.ts';

const SCENARIO = 'EIO from the n-th fsync (LD_PRELOAD)';
const MOST_SYNCS = 36;

// Fails one call of fsync, counted over the whole process, as a dying disk would.
const SHIM = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <unistd.h>
static atomic_int calls;
static int is_side_log(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  return length > 4 && memcmp(path + length - 4, ".log", 4) == 0;
}
static int fails(int fd) {
  const char *at = getenv("BATONKIT_FAIL_FSYNC");
  if (!at || is_side_log(fd) || atomic_fetch_add(&calls, 1) + 1 != atoi(at)) return 0;
  close(open(getenv("BATONKIT_FAIL_MARK"), O_CREAT | O_WRONLY, 0600));
  return 1;
}
int fsync(int fd) {
  if (fails(fd)) { errno = EIO; return -1; }
  return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(fd);
}
int fdatasync(int fd) {
  if (fails(fd)) { errno = EIO; return -1; }
  return ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(fd);
}
`;

/** Lets the C library report EIO for the first, second, third ... fsync of a process, below everything that JavaScript sees. */
export async function failFsyncs(setting: ScenarioSetting): Promise<FaultRow> {
  const { scratch } = setting;
  const shim = join(scratch, 'failing-fsync.so');
  try {
    writeFileSync(join(scratch, 'failing-fsync.c'), SHIM);
    execFileSync('cc', ['-shared', '-fPIC', '-o', shim, join(scratch, 'failing-fsync.c'), '-ldl'], { stdio: 'ignore' });
  } catch {
    return skippedRow(SCENARIO, 'needs a C compiler and LD_PRELOAD; EIO is injected above');
  }
  const numbers = Array.from({ length: MOST_SYNCS }, (_, index) => index + 1);
  const outcomes = await inParallel(numbers, 4, (number) => failFsync(setting, shim, number));
  const struck = outcomes.filter(({ wasStruck }) => wasStruck);
  if (struck.length === 0) return skippedRow(SCENARIO, 'LD_PRELOAD has no effect here; EIO is injected above');
  return {
    scenario: SCENARIO,
    faults: struck.length,
    ...addVerdicts(struck.map(({ verdict }) => verdict)),
    recoveryMs: null,
  };
}

async function failFsync(
  { scratch, createStore }: ScenarioSetting,
  shim: string,
  number: number,
): Promise<{ wasStruck: boolean; verdict: Verdict }> {
  const directory = join(scratch, `fsync-${number}`);
  mkdirSync(directory);
  const store = await createStore(directory);
  const path = join(scratch, `fsync-${number}.log`);
  const mark = join(scratch, `fsync-${number}.struck`);
  const env = { LD_PRELOAD: shim, BATONKIT_FAIL_FSYNC: String(number), BATONKIT_FAIL_MARK: mark };
  const end = await startWriter({ store, log: path, name: 'fsync', tasks: [], work: 'script' }, env).ended;

  const before = readSideLog(path).filter((entry) => 'acknowledged' in entry).length;
  const witness = await openFaultStore(store);
  const log = openSideLog(path);
  await runScript(witness, log, path);
  log.close();
  const verdict = await judgeStore(witness, [SCRIPT_TASK], [path]);
  const wrong = end === 0 && before > 0 ? [] : [`the writer ended with ${end} after ${before} commits`];
  return {
    wasStruck: existsSync(mark),
    verdict: {
      ...verdict,
      violations: [...verdict.violations, ...wrong].map((violation) => `fsync ${number}: ${violation}`),
    },
  };
}
