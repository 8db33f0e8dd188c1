import type { ToolUse } from '../policy/guard-policy.ts';

/** Why a session starts. Harnesses that know no `compact` start tell of a compaction otherwise. */
export type SessionSource = 'startup' | 'resume' | 'clear' | 'compact' | 'fork';

/** What every event tells. */
interface InSession {
  /** The harness's own name of the session. */
  readonly session: string;
  /** The subagent in which it happens, by its kind (`architecture-updater`); null in the main conversation. */
  readonly agent: string | null;
}

/** A moment in the life of a session, in words that every harness's own can be put into. */
export type HookEvent =
  | (InSession & { readonly kind: 'session-start'; readonly source: SessionSource })
  /** A tool is about to be used. A patch over several files is one use per file. */
  | (InSession & { readonly kind: 'before-tool'; readonly uses: readonly ToolUse[] })
  | (InSession & {
      readonly kind: 'after-tool';
      readonly tool: string;
      /** What it was used on, such as a path or a command line. */
      readonly detail: string;
      /** Whether the harness adds an answer to this event to the conversation. */
      readonly takesContext: boolean;
    })
  | (InSession & {
      readonly kind: 'before-compaction';
      readonly trigger: 'manual' | 'auto';
      /** Whether the harness lets this event refuse the compaction. */
      readonly canRefuse: boolean;
    })
  | (InSession & {
      readonly kind: 'after-compaction';
      /** What the conversation was boiled down to; null where the harness does not tell. */
      readonly summary: string | null;
    })
  | (InSession & { readonly kind: 'prompt-submitted'; readonly takesContext: boolean })
  | (InSession & { readonly kind: 'stop' })
  | (InSession & { readonly kind: 'subagent-stop' });

/** The names of the events. */
export type HookEventKind = HookEvent['kind'];
