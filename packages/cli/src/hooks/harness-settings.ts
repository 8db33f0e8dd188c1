import type { Harness } from './harness-codec.ts';

/** How the hooks of a harness stand in its settings. */
export interface HarnessSettings {
  readonly harness: Harness;
  /** The file, relative to the root of the repository. */
  readonly path: string;
  /** What a file has besides hooks when it is made. */
  readonly fresh: Readonly<Record<string, unknown>>;
  /** Which events get a hook, in this order. */
  readonly events: readonly string[];
  /** True when an event holds groups, which hold the hooks; false when it holds the hooks themselves. */
  readonly isGrouped: boolean;
  /** What the group of an event has besides its hooks. */
  readonly groupOf: (event: string) => Readonly<Record<string, unknown>>;
  /** One hook. */
  readonly hookOf: (event: string, command: string) => Readonly<Record<string, unknown>>;
  /** What else a person has to know or do. */
  readonly remarks: readonly string[];
}

const TIMEOUT_SECONDS = 30;
const LIKE_CLAUDE = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PreCompact',
  'PostCompact',
  'SubagentStop',
  'Stop',
];
const aboutTools = (event: string): Readonly<Record<string, unknown>> => (/Tool/.test(event) ? { matcher: '*' } : {});

/** Where each harness wants its hooks. */
export const HARNESS_SETTINGS: readonly HarnessSettings[] = [
  {
    harness: 'claude',
    path: '.claude/settings.json',
    fresh: {},
    events: LIKE_CLAUDE,
    isGrouped: true,
    groupOf: aboutTools,
    hookOf: (_event, command) => ({ type: 'command', command, timeout: TIMEOUT_SECONDS }),
    remarks: [
      'Claude Code runs hooks of a project only after its folder was trusted, and goes on when a hook takes longer than its timeout.',
    ],
  },
  {
    harness: 'codex',
    path: '.codex/hooks.json',
    fresh: {},
    events: LIKE_CLAUDE,
    isGrouped: true,
    groupOf: aboutTools,
    hookOf: (_event, command) => ({ type: 'command', command, timeout: TIMEOUT_SECONDS }),
    remarks: ['Codex runs new and changed hooks only after you reviewed and trusted them: start it and type /hooks.'],
  },
  {
    harness: 'gemini',
    path: '.gemini/settings.json',
    fresh: {},
    events: ['SessionStart', 'BeforeAgent', 'BeforeTool', 'AfterTool', 'PreCompress', 'AfterAgent'],
    isGrouped: true,
    groupOf: () => ({}),
    hookOf: (_event, command) => ({ type: 'command', name: 'batonkit', command, timeout: TIMEOUT_SECONDS * 1000 }),
    remarks: [
      'Gemini CLI runs hooks of a project only in a trusted folder, and goes on when a hook takes longer than its timeout.',
    ],
  },
  {
    harness: 'cursor',
    path: '.cursor/hooks.json',
    fresh: { version: 1 },
    events: ['sessionStart', 'beforeSubmitPrompt', 'preToolUse', 'postToolUse', 'preCompact', 'subagentStop', 'stop'],
    isGrouped: false,
    groupOf: () => ({}),
    hookOf: (event, command) => ({
      command,
      timeout: TIMEOUT_SECONDS,
      ...(event === 'preToolUse' ? { failClosed: true } : {}),
    }),
    remarks: [],
  },
];
