import { COMMITTED_EXACTLY, type Failure } from '@batonkit/core';
import { readDriftReport } from './render-drift.ts';

/** Which command lines help after a failure, with the names that were just used. */
export function hintFor(
  name: string,
  input: Readonly<Record<string, unknown>>,
  { code, data }: Failure,
): readonly string[] {
  const task = typeof input.taskId === 'string' ? input.taskId : '<task-id>';
  const role = typeof input.role === 'string' ? input.role : '<role>';
  switch (code) {
    case 'DriftDetected':
    case 'DriftUnresolved': {
      const by = readDriftReport(data)?.expected_role ?? (name === 'verify' ? role : null);
      const look = `baton inspect ${task} shows what differs from the last hand-off.`;
      if (by === null) return [look, `baton next ${task} shows what to type, for the role whose hand-off it was.`];
      const isCommitted = readDriftReport(data)?.checks.some(({ found }) => found === COMMITTED_EXACTLY) === true;
      if (isCommitted)
        return [
          `baton resolve-drift ${task} ${by} --accept current-tree --note "committed" goes on from that commit.`,
          'The next time, baton start with --expect either accepts a commit of exactly what was handed off.',
        ];
      return [
        look,
        `baton preview ${task} ${by} and baton restore ${task} ${by} --foreign keep put files back; then baton resolve-drift ${task} ${by} --accept restored --note "why".`,
        `baton resolve-drift ${task} ${by} --accept current-tree --note "why" accepts the tree as it is.`,
      ];
    }
    case 'Rejected':
      if (mentions(data, 'content-known'))
        return ['--foreign keep stores those edits as a snapshot of their own first, then puts the files back.'];
      return mentions(data, 'drift-unresolved')
        ? [`baton inspect ${task} shows whether the tree differs; baton verify ${task} ${role} counts it.`]
        : typeof input.taskId === 'string'
          ? [`baton next ${task} shows what can be done now.`]
          : [];
    case 'ContextNotFound':
      return [`baton list shows which tasks there are; baton init ${task} makes this one.`];
    case 'ContextExists':
      return [`baton status ${task} shows it; baton rebuild ${task} captures it again.`];
    case 'NotOwner':
      return [
        ...(name === 'compliance' ? [`baton trail ${task} shows the trail; no claim is needed for that.`] : []),
        'Say which run you are with --session or BATON_SESSION.',
        `baton status ${task} tells who owns the task.`,
      ];
    case 'SecretFound':
      return [
        'A file that is no part of the work belongs in .gitignore: a snapshot holds every file that is not ignored.',
        '--force-secrets writes it all the same, if it is no secret.',
      ];
    case 'StaleCitation':
      return [`baton rebuild ${task} captures the standards as they are now.`];
    case 'FileTooLarge':
      return [
        'What is no part of the work belongs in .gitignore.',
        '--max-file-bytes and --max-snapshot-bytes raise the limits once, "maxFileBytes" in batonkit.config.json for good.',
      ];
    case 'TreeClean':
      return ['--allow-clean says that nothing was to be changed.'];
    case 'WorkWouldBeLost':
      return [
        ...('isHere' in data && data.isHere === true && 'role' in data
          ? [`baton restore ${task} ${String(data.role)} puts it back into the working tree; then commit it.`]
          : []),
        `--force goes on without it, and keeps the snapshot.`,
      ];
    case 'SnapshotMissing':
      return [`baton status ${task} shows who has handed off.`];
    case 'Conflict':
    case 'LockTimeout':
      return ['Somebody else was writing. The same command may be given again.'];
    case 'InvalidInput':
      return [
        ...(mentions(data, 'session') ? ['Say which run you are with --session or BATON_SESSION.'] : []),
        ...(mentions(data, '/taskFile')
          ? ['--task-file <path> names the task file, or "taskFile" in batonkit.config.json.']
          : []),
        ...(mentions(data, '/standardsMap')
          ? ['--standards-map <path> names the map, or "standardsMap" in batonkit.config.json.']
          : []),
        ...(mentions(data, '/taskFile') || mentions(data, '/standardsMap')
          ? ['baton init --help shows both files at their smallest.']
          : []),
      ];
    case 'StateFileNotFound':
      return ['baton task create --help shows how to make one.'];
    case 'TokenNeeded':
      return ['BATON_MCP_TOKEN holds the token that clients must send.'];
    default:
      return [];
  }
}

function mentions(data: object, condition: string): boolean {
  const unmet = 'unmet' in data && Array.isArray(data.unmet) ? (data.unmet as { condition: string }[]) : [];
  return unmet.some(({ condition: name }) => name.includes(condition));
}
