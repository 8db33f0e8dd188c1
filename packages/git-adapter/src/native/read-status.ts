import type { Repository } from './locate-repository.ts';
import { ownProgramsBelow } from './own-programs.ts';
import { runGit } from './run-git.ts';

/** Settings under which git could overlook a change, or trust what another program told it. */
export const exactLook = [
  '-c',
  'core.quotePath=false',
  '-c',
  'core.untrackedCache=false',
  '-c',
  'core.checkStat=default',
  '-c',
  'core.trustctime=true',
  '-c',
  'core.safecrlf=false',
  '-c',
  'diff.orderFile=/dev/null',
] as const;

/** Runs the one status that every look starts with; {@link parseStatus} reads it. */
export async function readStatus({ place, gitDirectory }: Repository): Promise<Buffer> {
  return runGit(place, [
    ...(await ownProgramsBelow(place, gitDirectory)),
    ...exactLook,
    'status',
    '--porcelain=v2',
    '-z',
    '--branch',
    '--no-ahead-behind',
    '--untracked-files=all',
    '--ignored=no',
    '--no-renames',
    '--ignore-submodules=none',
  ]);
}
