import fs from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { createHooks, type HookDecision, type HookOutcome } from '@batonkit/guard/hooks';
import { createFsWorkspaceFiles } from '@batonkit/fs-adapter';
import { worktreeId } from '@batonkit/git-adapter';
import { findWorkspace, listWorktrees, lookAt, realPath, treeOfTexts } from '../kit/find-workspace.ts';
import { CODECS, findCodec, findEvent } from './find-codec.ts';
import type { HarnessCodec, HookCall } from './harness-codec.ts';
import { readHookConfig } from './hook-config.ts';
import { openTasks } from './open-tasks.ts';
import { readConversation } from './read-conversation.ts';
import { readGuardPolicy } from './read-guard-policy.ts';
import { type PayloadSource, readPayload } from './read-payload.ts';

/** What a hook talks to. Writing may throw: the harness may have closed its end. */
export interface HookIo {
  readonly stdin: PayloadSource;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** Answers a call; `answerCall` unless a test puts a failing one in its place. */
export type AnswerCall = (
  codec: Pick<HarnessCodec, 'projectVariable' | 'compactionMark' | 'harmlessTools'>,
  call: HookCall,
  io: Pick<HookIo, 'env' | 'cwd'>,
) => Promise<HookOutcome>;

/**
 * The program behind `baton hook <harness> <event>`: reads one JSON object, and answers the exit code. 0 with JSON on stdout; 2 with a
 * reason on stderr, which blocks, only when a guard cannot do its work; 1 for wrong usage. An event that guards nothing never
 * disturbs the session: whatever goes wrong, it is answered with 0 and what went wrong stands on stderr.
 *
 * @example
 * ```ts
 * import { runHook } from '@batonkit/cli';
 *
 * const told: string[] = [];
 * const quiet = { write: () => true };
 * const io = { stdin: ['not JSON'], stdout: quiet, stderr: { write: (text: string) => told.push(text) }, env: {}, cwd: '/' };
 * await runHook(['claude', 'PreToolUse'], io); // => 2
 * told.join('').includes('is not JSON'); // => true
 * await runHook(['claude', 'Stop'], io); // => 0
 * await runHook(['claude', 'Lunch'], io); // => 1
 * ```
 */
export async function runHook(argv: readonly string[], io: HookIo, answer: AnswerCall = answerCall): Promise<number> {
  const [harness = '', given = ''] = argv;
  const codec = findCodec(harness);
  const eventName = codec === null ? null : findEvent(codec, given);
  if (codec === null || eventName === null || argv.length > 2) {
    say(io, usage(codec, harness, given));
    return 1;
  }
  const isGuard = codec.events[eventName] === 'before-tool';
  try {
    const payload = await readPayload(io.stdin);
    const { decision, problems, hasGuardFailed } = await answer(codec, codec.decode(eventName, payload), io);
    if (hasGuardFailed) return block(io, decision.verdict?.reason ?? 'The guard failed.');
    if (problems.length > 0) say(io, problems.join('\n'));
    return respond(codec, eventName, decision, io);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (isGuard) return block(io, `The guard failed, so nothing may be used: ${reason}`);
    say(io, reason);
    write(io.stdout, '{}\n');
    return 0;
  }
}

/** Answers a call with the store, the files and the policy of the workspace it comes from. */
export const answerCall: AnswerCall = async (codec, call, io) => {
  const { event, transcript } = call;
  const project = codec.projectVariable === null ? null : io.env[codec.projectVariable];
  const directory = realPath(resolve(call.directory ?? project ?? io.cwd));
  const around = findWorkspace([project, directory, io.cwd]);
  if (around === null)
    throw new Error(
      `${directory} is in no git repository and in no folder with a Batonkit store. Run the agent inside one.`,
    );
  // The session may have gone into a linked working tree of the project.
  const inside = findWorkspace([directory]);
  const workspace = inside !== null && inside.main === around.main ? inside : around;
  const { root, main } = workspace;
  const { store, guard, name: settings } = await readHookConfig(main);
  // As for every verb: what the environment says goes before the settings.
  const opened = await openTasks(io.env['BATON_STORE'] || store, { main, root, env: io.env });
  try {
    const hooks = createHooks({
      tasks: opened.tasks,
      files: createFsWorkspaceFiles({ root: treeOfTexts(workspace) }),
      ...(event.kind === 'before-tool' ? { policy: readGuardPolicy(guard, workspace, opened.directory, codec) } : {}),
    });
    const trees = event.kind === 'before-tool' ? listWorktrees(workspace) : [];
    const isCompact = event.kind !== 'session-start' || event.source === 'compact';
    return await hooks.handle(event, {
      // An empty variable says nothing, as everywhere.
      task: io.env['BATON_TASK'] || null,
      names: namesOf(root),
      directories: call.commandDirectories.map((given) => realPath(resolve(directory, given))),
      worktrees: trees.map((path) => ({ path, names: namesOf(path) })),
      facts: {
        root,
        directory,
        home: homedir(),
        isCaseInsensitive: process.platform === 'darwin' || process.platform === 'win32',
        readLink,
        // The tree that this one lies in is not another one, as far as its own files go.
        otherTrees: trees.filter((path) => path !== root && !`${root}/`.startsWith(`${path}/`)),
        exists: (path) => lookAt(path) !== null,
        isGitDirectory,
        settings,
      },
      readConversation: () =>
        Promise.resolve(transcript === null ? null : readConversation(transcript, codec.compactionMark, isCompact)),
    });
  } finally {
    await opened.close();
  }
};

function namesOf(root: string): readonly string[] {
  return [root, worktreeId(root)];
}

function readLink(path: string): string | null {
  return lookAt(path)?.isSymbolicLink() === true ? fs.readlinkSync(path) : null;
}

/** As git itself recognises one: a folder that has these is a repository, whatever it is called. */
function isGitDirectory(path: string): boolean {
  return ['HEAD', 'objects', 'refs'].every((name) => lookAt(`${path}/${name}`) !== null);
}

/** A denial that cannot be delivered as JSON is delivered by the exit code. */
function respond(codec: HarnessCodec, eventName: string, decision: HookDecision, io: HookIo): number {
  if (write(io.stdout, `${JSON.stringify(codec.encode(eventName, decision))}\n`)) return 0;
  const { verdict } = decision;
  return verdict === null || verdict.decision === 'allow' ? 0 : block(io, verdict.reason);
}

function block(io: HookIo, reason: string): 2 {
  say(io, reason);
  return 2;
}

function say(io: HookIo, text: string): void {
  write(io.stderr, `batonkit: ${text}\n`);
}

function write(stream: HookIo['stdout'], text: string): boolean {
  try {
    stream.write(text);
    return true;
  } catch {
    return false;
  }
}

function usage(codec: HarnessCodec | null, harness: string, event: string): string {
  const show = (text: string): string => JSON.stringify(text.slice(0, 60));
  if (codec === null) {
    const known = CODECS.map((one) => one.harness).join(', ');
    return `${show(harness)} is not a harness with hook programs. Usage: baton hook <${known.replaceAll(', ', '|')}> <event>`;
  }
  const events = Object.keys(codec.events).join(', ');
  return `${show(event)} is not an event of ${codec.harness} that Batonkit answers. Usage: baton hook ${codec.harness} <event>, with one of ${events}.`;
}
