import type { HookEvent, HookOutcome } from '@batonkit/guard/hooks';
import type { HookCall, Payload } from './harness-codec.ts';
import { describeUse, type NativeTool, translateUse } from './native-tool.ts';
import { needsPerson } from './needs-person.ts';
import { answerCall } from './run-hook.ts';

const TOOLS: Readonly<Record<string, NativeTool>> = {
  bash: { tool: 'Bash', directories: ['workdir'] },
  write: { tool: 'Write', fields: { filePath: 'file_path' } },
  edit: { tool: 'Edit', fields: { filePath: 'file_path' } },
  multiedit: { tool: 'MultiEdit', fields: { filePath: 'file_path' } },
  apply_patch: { tool: 'Edit', patch: 'patchText' },
  patch: { tool: 'Edit', patch: 'patchText' },
  read: { tool: 'Read', fields: { filePath: 'file_path' } },
  glob: { tool: 'Glob' },
  grep: { tool: 'Grep' },
  list: { tool: 'LS' },
  task: { tool: 'Task' },
  todowrite: { tool: 'TodoWrite' },
  webfetch: { tool: 'WebFetch' },
  websearch: { tool: 'WebSearch' },
};

const OPENCODE = {
  harmlessTools: ['todoread', 'skill', 'question', 'invalid', 'lsp', 'plan_enter', 'plan_exit'],
  projectVariable: null,
  compactionMark: null,
};

/** What opencode gives a plugin, as far as this one looks at it. */
export interface OpencodeInput {
  /** Where the session works. */
  readonly directory: string;
  /** opencode's own client; a toast is shown with it at the end of a turn, when there is something to tell. */
  readonly client?: {
    readonly tui?: { showToast?(options: { body: { message: string; variant: 'warning' } }): Promise<unknown> };
  };
}

/** The hooks of a plugin, as `@opencode-ai/plugin` declares them. */
export interface OpencodeHooks {
  'tool.execute.before'(
    input: { tool: string; sessionID: string; callID: string },
    output: { args: unknown },
  ): Promise<void>;
  'tool.execute.after'(input: { tool: string; sessionID: string; callID: string; args: unknown }): Promise<void>;
  'experimental.chat.system.transform'(input: { sessionID?: string }, output: { system: string[] }): Promise<void>;
  'experimental.session.compacting'(input: { sessionID: string }, output: { context: string[] }): Promise<void>;
  event(input: { event: { type: string; properties?: unknown } }): Promise<void>;
}

/**
 * The plugin for opencode: guards tools by throwing, logs what was used, and keeps what a session should know in the system prompt,
 * which no compaction touches. opencode cannot be asked to ask, so that a question becomes a denial.
 *
 * @example
 * ```ts
 * import { mkdirSync, mkdtempSync } from 'node:fs';
 * import { tmpdir } from 'node:os';
 * import { join } from 'node:path';
 * import { createOpencodePlugin } from '@batonkit/cli/opencode';
 *
 * const directory = mkdtempSync(join(tmpdir(), 'repo-'));
 * mkdirSync(join(directory, '.git'));
 * const hooks = await createOpencodePlugin({ directory });
 * const call = { tool: 'write', sessionID: 'ses_1', callID: 'call_1' };
 * const denied = await hooks['tool.execute.before'](call, { args: { filePath: '/etc/passwd' } }).catch(String);
 * String(denied).includes('outside the workspace'); // => true
 * ```
 */
export function createOpencodePlugin({ directory, client }: OpencodeInput): Promise<OpencodeHooks> {
  const io = { env: process.env, cwd: directory };
  const answer = (event: HookEvent, commandDirectories: readonly string[] = []): Promise<HookOutcome> => {
    const call: HookCall = { event, directory, commandDirectories, transcript: null };
    return answerCall(OPENCODE, call, io);
  };
  /** For all but the guard: whatever goes wrong, the session goes on. */
  const quietly = (work: () => Promise<void>): Promise<void> => work().catch(() => undefined);
  const inSession = (session: string) => ({ session, agent: null });
  const contextOf = async (session: string): Promise<readonly string[]> => {
    const { decision } = await answer({ kind: 'session-start', ...inSession(session), source: 'startup' });
    return decision.context === null ? [] : [decision.context];
  };

  return Promise.resolve<OpencodeHooks>({
    'tool.execute.before': async ({ tool, sessionID }, { args }) => {
      const { uses, commandDirectories } = translateUse(TOOLS, tool, toPayload(args));
      const { decision } = await answer({ kind: 'before-tool', ...inSession(sessionID), uses }, commandDirectories);
      const { verdict } = decision;
      if (verdict?.decision === 'allow') return;
      const reason = verdict?.reason ?? 'The guard gave no verdict.';
      throw new Error(verdict?.decision === 'ask' ? needsPerson(reason) : reason);
    },
    'tool.execute.after': ({ tool, sessionID, args }) =>
      quietly(async () => {
        const detail = describeUse(translateUse(TOOLS, tool, toPayload(args)));
        await answer({ kind: 'after-tool', ...inSession(sessionID), tool, detail, takesContext: false });
      }),
    'experimental.chat.system.transform': ({ sessionID }, { system }) =>
      quietly(async () => void system.push(...(await contextOf(sessionID ?? 'unnamed')))),
    'experimental.session.compacting': ({ sessionID }, { context }) =>
      quietly(async () => {
        await answer({ kind: 'before-compaction', ...inSession(sessionID), trigger: 'auto', canRefuse: false });
        context.push(...(await contextOf(sessionID)));
      }),
    event: ({ event: { type, properties } }) =>
      quietly(async () => {
        const session = toPayload(properties)['sessionID'];
        if (type !== 'session.idle' || typeof session !== 'string') return;
        const { decision } = await answer({ kind: 'stop', ...inSession(session) });
        if (decision.notice !== null)
          await client?.tui?.showToast?.({ body: { message: decision.notice, variant: 'warning' } });
      }),
  });
}

function toPayload(value: unknown): Payload {
  return typeof value === 'object' && value !== null ? (value as Payload) : {};
}
