import { formatRefusal } from '../policy/format-refusal.ts';
import type { ToolUse } from '../policy/guard-policy.ts';
import type { Clock, WorkspaceFiles } from '@batonkit/core';
import type { TierLayout, UsedTool } from '@batonkit/workspace/tiers';
import { EMPTY_HOOK_MEMORY, formatHookMemory, type HookMemory, parseHookMemory } from './hook-memory.ts';

/** The files that hooks keep of one session. What goes wrong is answered as text: none of it may stop a session. */
export interface SessionFiles {
  readMemory(): Promise<HookMemory>;
  writeMemory(before: HookMemory, after: HookMemory): Promise<readonly string[]>;
  logTool(used: UsedTool): Promise<readonly string[]>;
  logRefusal(uses: readonly ToolUse[], reason: string): Promise<readonly string[]>;
}

/** Makes the files of a session. Its folder hides itself from git: a log written after a hand-off must not look like drift. */
export function createSessionFiles({
  files,
  layout,
  clock,
  session,
}: {
  readonly files: WorkspaceFiles;
  readonly layout: TierLayout;
  readonly clock: Clock;
  readonly session: string;
}): SessionFiles {
  const name = folderName(session);
  const folder = `${layout.sessions}/${name}`;
  const hidden = `${layout.sessions}/.gitignore`;

  const hide = async (): Promise<readonly string[]> => {
    const there = await files.read(hidden);
    if (there.isErr()) return [there.error.message];
    if (there.value !== null) return [];
    const made = await files.write(hidden, '*\n', { expectedSha: null });
    return made.isErr() && made.error.code !== 'Conflict' ? [made.error.message] : [];
  };
  const append = async (path: string, text: string): Promise<readonly string[]> => {
    const problems = await hide();
    if (problems.length > 0) return problems;
    const appended = await files.append(path, text);
    return appended.isErr() ? [appended.error.message] : [];
  };

  return {
    readMemory: async () => {
      const file = await files.read(`${folder}/hooks.json`);
      return file.isErr() ? EMPTY_HOOK_MEMORY : parseHookMemory(file.value?.text ?? null);
    },

    writeMemory: async (before, after) => {
      const text = formatHookMemory(after);
      if (text === formatHookMemory(before)) return [];
      const problems = await hide();
      if (problems.length > 0) return problems;
      const written = await files.write(`${folder}/hooks.json`, text);
      return written.isErr() ? [written.error.message] : [];
    },

    logTool: async (used) => {
      const [{ logToolUse }, { scanForSecrets }] = await Promise.all([
        import('@batonkit/workspace/log-tool-use'),
        import('@batonkit/secrets'),
      ]);
      const problems = await hide();
      if (problems.length > 0) return problems;
      const logged = await logToolUse({ files, layout, clock, scan: scanForSecrets }, name, used);
      return logged.isErr() ? [logged.error.message] : [];
    },

    logRefusal: async (uses, reason) => append(`${folder}/guard.log`, await formatRefusal(clock, uses, reason)),
  };
}

/** A session's name as the name of a folder; harnesses use UUIDs, which are one already. */
function folderName(session: string): string {
  const plain = session
    .replaceAll(/[^A-Za-z0-9._-]/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 128);
  return plain === '' ? 'unnamed' : plain;
}
