import type { ProtocolRecord } from '@batonkit/protocol';
import { err, type Failure, ok, type Result } from '@batonkit/core';
import type { OperationKit } from '@batonkit/operations';
import * as z from 'zod';
import { quoteLine } from './quote-line.ts';

/** Of the two things a person approves. */
export type CheckpointName = 'plan' | 'change';

const MAX_PLAN = 3000;
const MAX_FILES = 40;
const Content = z.object({ files: z.array(z.object({ path: z.string(), sha256: z.string().nullable() })) });

/** What a person reads before they decide. All of it was written by agents, so it is marked as quoted and cannot steer a terminal. */
export async function showCheckpoint(
  kit: OperationKit,
  record: ProtocolRecord,
  shown: { readonly checkpoint: CheckpointName; readonly covers: string },
): Promise<Result<string, Failure>> {
  const { checkpoint, covers } = shown;
  const { title } = record.immutable.task_snapshot;
  const head = `${record.task_id} (${quoteLine(title)}): do you approve the ${checkpoint} with the SHA-256 ${covers.slice(0, 16)}?`;
  const bytes = await kit.tasks.getArtifact(record.task_id, covers);
  if (bytes.isErr()) return err(bytes.error);
  const text = new TextDecoder().decode(bytes.value);
  if (checkpoint === 'plan') return ok(`${head}\n${quotePlan(text)}`);
  const patch = `The patch: baton diff ${record.task_id} --type presented`;
  const change = await kit.baton.protocol.showChange(record.task_id);
  // Where there is no patch, the command says why.
  const listed = change.isErr() ? '' : listCommits(change.value.commits);
  return ok(`${head}\n${listFiles(text)}\n${listed}${patch}`);
}

function listCommits(commits: readonly { readonly commit: string; readonly files: readonly string[] }[]): string {
  if (commits.length === 0) return '';
  const listed = commits
    .slice(0, MAX_FILES)
    .map(
      ({ commit, files }) =>
        `> ${commit.slice(0, 12)} writes ${quoteLine(files.slice(0, 5).join(', '))}${files.length > 5 ? ' ...' : ''}`,
    );
  const rest = commits.length > MAX_FILES ? `(${commits.length - MAX_FILES} more commits.)\n` : '';
  return `The commits that land with it:\n${listed.join('\n')}\n${rest}`;
}

function quotePlan(text: string): string {
  const lines = text.slice(0, MAX_PLAN).split('\n');
  const rest =
    text.length > MAX_PLAN ? `\n(${text.length - MAX_PLAN} more characters: read the whole plan first.)` : '';
  return `${lines.map((line) => `> ${quoteLine(line)}`).join('\n')}${rest}`;
}

function listFiles(text: string): string {
  const content = Content.safeParse(JSON.parse(text));
  if (!content.success)
    return 'This server has no working tree, so it cannot list the files. Look at them before you decide.';
  const { files } = content.data;
  if (files.length === 0) return 'It changes no file of the working tree.';
  const listed = files
    .slice(0, MAX_FILES)
    .map(({ path, sha256 }) => `> ${quoteLine(path)}${sha256 === null ? ' (deleted)' : ''}`);
  const rest = files.length > MAX_FILES ? `\n(${files.length - MAX_FILES} more files.)` : '';
  return `${listed.join('\n')}${rest}`;
}
