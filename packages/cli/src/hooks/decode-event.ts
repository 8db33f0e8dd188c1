import type { HookEvent, SessionSource } from '@batonkit/guard/hooks';
import { optionalText, type Payload, sessionOf, textField } from './harness-codec.ts';
import { describeUse, type TranslatedUse } from './native-tool.ts';

/** How a harness differs from the others in what it tells. */
export interface EventManners {
  /** Reads the tool use of a payload; throws a TypeError that says what is missing. */
  readonly useOf: (payload: Payload) => TranslatedUse;
  readonly sources: readonly SessionSource[];
  /** The subagent that the payload is about. */
  readonly agentOf: (payload: Payload) => string | null;
  readonly canRefuseCompaction: boolean;
  /** The events whose answer is added to the conversation, besides the start of a session. */
  readonly takesContext: readonly ('after-tool' | 'prompt-submitted')[];
}

/** Reads an event from a payload, and where its command runs; throws a TypeError that says what is missing. */
export function decodeEvent(
  kind: HookEvent['kind'],
  payload: Payload,
  manners: EventManners,
): { readonly event: HookEvent; readonly commandDirectories: readonly string[] } {
  const inSession = { session: sessionOf(payload), agent: manners.agentOf(payload) };
  if (kind === 'before-tool') {
    const { uses, commandDirectories } = manners.useOf(payload);
    return { event: { kind, ...inSession, uses }, commandDirectories };
  }
  const takesContext = manners.takesContext.some((event) => event === kind);
  const others: Readonly<Record<Exclude<HookEvent['kind'], 'before-tool'>, () => HookEvent>> = {
    'session-start': () => {
      // A reason that is not known yet is treated like a new session: everything is told.
      const source = manners.sources.find((known) => known === payload['source']) ?? 'startup';
      return { kind: 'session-start', ...inSession, source };
    },
    'after-tool': () => {
      const detail = describeUse(manners.useOf(payload));
      return { kind: 'after-tool', ...inSession, tool: textField(payload, 'tool_name'), detail, takesContext };
    },
    'before-compaction': () => {
      const trigger = payload['trigger'] === 'manual' ? 'manual' : 'auto';
      return { kind: 'before-compaction', ...inSession, trigger, canRefuse: manners.canRefuseCompaction };
    },
    'after-compaction': () => {
      return { kind: 'after-compaction', ...inSession, summary: optionalText(payload, 'compact_summary') };
    },
    'prompt-submitted': () => ({ kind: 'prompt-submitted', ...inSession, takesContext }),
    stop: () => ({ kind: 'stop', ...inSession }),
    'subagent-stop': () => ({ kind: 'subagent-stop', ...inSession }),
  };
  return { event: others[kind](), commandDirectories: [] };
}
