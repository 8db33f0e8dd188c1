import { EMPTY_HOOK_MEMORY, type HookDecision } from '@batonkit/guard/hooks';
import { describe, expect, test } from 'vitest';
import { objectionsOfCodex } from './codex-rules.fixture.ts';
import { CODECS, findCodec, findEvent } from './find-codec.ts';
import type { HarnessCodec } from './harness-codec.ts';
import { PAYLOADS } from './payloads.fixture.ts';

const NOTHING: HookDecision = {
  verdict: null,
  refusal: null,
  context: null,
  notice: null,
  log: null,
  memory: EMPTY_HOOK_MEMORY,
};
const codecOf = (harness: string): HarnessCodec => {
  const codec = findCodec(harness);
  if (codec === null) throw new Error(`no codec for ${harness}`);
  return codec;
};
const eventOf = (harness: string, event: string, more: object = {}) => {
  const recorded = PAYLOADS.find((one) => one.harness === harness && one.event === event);
  return codecOf(harness).decode(event, { ...recorded?.payload, ...more });
};
const verdict = (decision: 'allow' | 'ask' | 'deny'): HookDecision => ({
  ...NOTHING,
  verdict: { decision, reason: 'because' },
});
const answer = (harness: string, event: string, decision: HookDecision): unknown =>
  codecOf(harness).encode(event, decision);

test('there is a recorded payload for every event of every harness', () => {
  const pairs = CODECS.flatMap(({ harness, events }) => Object.keys(events).map((event) => `${harness} ${event}`));
  expect([...new Set(PAYLOADS.map(({ harness, event }) => `${harness} ${event}`))].sort()).toEqual(pairs.sort());
  expect(pairs).toHaveLength(30);
});

test.each(PAYLOADS)('$harness $event is understood', ({ harness, event, payload }) => {
  const codec = codecOf(harness);
  const call = codec.decode(event, payload);
  expect(call.event.kind).toBe(codec.events[event]);
  expect(call.event.session).toBe(payload['session_id']);
  expect(call.directory).toBe('/repo');
  if (call.event.kind === 'session-start') expect(call.event.source).toBe(payload['source'] ?? 'startup');
  if (call.event.kind === 'before-tool')
    for (const { tool } of call.event.uses) expect(['Bash', 'Write', 'Edit', 'Read']).toContain(tool);
});

/** Every decision that an event can lead to, and some that it cannot. */
const DECISIONS: readonly HookDecision[] = [
  NOTHING,
  verdict('allow'),
  verdict('ask'),
  verdict('deny'),
  { ...NOTHING, context: 'some context' },
  { ...NOTHING, notice: 'something to tell' },
  { ...NOTHING, context: 'some context', notice: 'something to tell' },
];

describe('every answer is one that the harness takes', () => {
  const pairs = CODECS.flatMap((codec) =>
    Object.entries(codec.events).map(([event, kind]) => ({ codec, event, kind })),
  );

  test.each(pairs)('$codec.harness $event', ({ codec, event, kind }) => {
    const isGuard = kind === 'before-tool';
    const speaks = ['session-start', 'prompt-submitted', 'after-tool'].includes(kind);
    for (const decision of DECISIONS.filter(
      (one) => (one.verdict !== null) === isGuard && (speaks || one.context === null),
    )) {
      const given = codec.encode(event, decision);
      expect(JSON.parse(JSON.stringify(given))).toEqual(given);
      if (codec.harness === 'codex') expect(objectionsOfCodex(event, given)).toEqual([]);
      if (codec.harness === 'cursor') {
        // Flat, and explicit where it must be.
        expect(Object.keys(given)).not.toContain('hookSpecificOutput');
        if (isGuard) expect(given).toHaveProperty('permission');
      }
      if (codec.harness === 'gemini' || codec.harness === 'claude') {
        const specific = (given as { hookSpecificOutput?: { hookEventName: string } }).hookSpecificOutput;
        if (specific !== undefined) expect(specific.hookEventName).toBe(event);
      }
    }
  });
});

describe('a verdict', () => {
  const specific = (decision: string, reason = 'because') => ({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: decision, permissionDecisionReason: reason },
  });
  const asked = expect.stringMatching(/^because A person has to decide that/) as string;

  test.each([
    ['claude', 'PreToolUse', {}, specific('ask'), specific('deny')],
    ['codex', 'PreToolUse', {}, specific('deny', asked), specific('deny')],
    [
      'gemini',
      'BeforeTool',
      {},
      { decision: 'ask', reason: 'because', systemMessage: 'because' },
      { decision: 'deny', reason: 'because' },
    ],
    [
      'cursor',
      'preToolUse',
      { permission: 'allow' },
      { permission: 'deny', user_message: asked, agent_message: asked },
      { permission: 'deny', user_message: 'because', agent_message: 'because' },
    ],
  ])('in the words of %s', (harness, event, allow, ask, deny) => {
    expect(answer(harness, event, verdict('allow'))).toEqual(allow);
    expect(answer(harness, event, verdict('ask'))).toEqual(ask);
    expect(answer(harness, event, verdict('deny'))).toEqual(deny);
  });
});

test('a compaction is refused only where it can be', () => {
  const refused = { ...NOTHING, refusal: 'line 3' };
  expect(answer('claude', 'PreCompact', refused)).toEqual({ decision: 'block', reason: 'line 3' });
  expect(answer('codex', 'PreCompact', refused)).toEqual({ continue: false, stopReason: 'line 3' });
  const can = (harness: string, event: string) => eventOf(harness, event).event;
  expect(can('claude', 'PreCompact')).toMatchObject({ canRefuse: true, trigger: 'manual' });
  expect(can('gemini', 'PreCompress')).toMatchObject({ canRefuse: false, trigger: 'auto' });
  expect(can('cursor', 'preCompact')).toMatchObject({ canRefuse: false, trigger: 'manual' });
});

test('context goes in where each harness takes it after a compaction', () => {
  const takes = CODECS.flatMap(({ harness, events }) =>
    Object.entries(events).flatMap(([event]) => {
      const { event: read } = eventOf(harness, event);
      return read.kind === 'session-start' || ('takesContext' in read && read.takesContext)
        ? [`${harness} ${event}`]
        : [];
    }),
  );
  expect(takes).toEqual([
    'claude SessionStart',
    'claude UserPromptSubmit',
    'codex SessionStart',
    'codex UserPromptSubmit',
    'gemini SessionStart',
    'gemini BeforeAgent',
    'cursor sessionStart',
    'cursor postToolUse',
  ]);
  const decision = { ...NOTHING, context: 'some context' };
  expect(answer('gemini', 'BeforeAgent', decision)).toEqual({
    hookSpecificOutput: { hookEventName: 'BeforeAgent', additionalContext: 'some context' },
  });
  expect(answer('cursor', 'postToolUse', decision)).toEqual({ additional_context: 'some context' });
});

describe('tools', () => {
  const usesOf = (harness: string, event: string, tool: string, input: object) => {
    const { event: read, commandDirectories } = eventOf(harness, event, { tool_name: tool, tool_input: input });
    return read.kind === 'before-tool' ? { uses: read.uses, commandDirectories } : null;
  };

  test('a patch is one use for every file that it names, wherever it moves them', () => {
    const patch = [
      '*** Begin Patch',
      '*** Update File: src/a.ts',
      '*** Move to: ../b.ts',
      '@@',
      '-*** Add File: no',
      '+x',
      '*** Delete File: c d.ts',
      '*** End Patch',
    ].join('\n');
    const uses = usesOf('codex', 'PreToolUse', 'apply_patch', { command: patch })?.uses;
    expect(uses).toEqual(
      ['src/a.ts', '../b.ts', 'c d.ts'].map((path) => ({ tool: 'Edit', input: { file_path: path } })),
    );
    for (const command of ['', 'nonsense', 7])
      expect(usesOf('codex', 'PreToolUse', 'apply_patch', { command })?.uses).toEqual([{ tool: 'Edit', input: {} }]);
  });

  // Codex: whitespace_padded_hunk_header in codex-rs/apply-patch; opencode: parsePatchHeader in packages/opencode/src/patch/index.ts.
  test.each([
    ['  *** Delete File: .env', '.env'],
    ['\t*** Add File: .env', '.env'],
    ['\u00A0*** Update File: .env\u2003', '.env'],
    ['*** Add File: a\u2028/../../x', 'a\u2028/../../x'],
    ['*** Add File:.env', '.env'],
    ['*** Move to: .env:x', '.env'],
    ['*** Update File: .env\r', '.env'],
    ['*** Update File: .env\uFEFF', '.env'],
  ])('a header that a harness takes is not missed beside another one: %j', (header, path) => {
    const command = ['*** Begin Patch', '*** Add File: docs/a.md', '+x', header, '*** End Patch'].join('\n');
    const uses = usesOf('codex', 'PreToolUse', 'apply_patch', { command })?.uses;
    expect(uses).toContainEqual({ tool: 'Edit', input: { file_path: path } });
  });

  test("the harness's own field is judged, whatever else bears the policy's name", () => {
    for (const input of [
      { dir_path: '/etc', path: 'docs' },
      { path: 'docs', dir_path: '/etc' },
    ])
      expect(usesOf('gemini', 'BeforeTool', 'list_directory', input)?.uses[0]?.input).toEqual({ path: '/etc' });
  });

  test('names and fields become those of the policy; what is not known stays', () => {
    expect(usesOf('gemini', 'BeforeTool', 'run_shell_command', { command: 'ls', dir_path: 'sub' })).toEqual({
      uses: [{ tool: 'Bash', input: { command: 'ls', dir_path: 'sub' } }],
      commandDirectories: ['sub'],
    });
    expect(usesOf('gemini', 'BeforeTool', 'list_directory', { dir_path: 'x' })?.uses).toEqual([
      { tool: 'LS', input: { path: 'x' } },
    ]);
    expect(usesOf('cursor', 'preToolUse', 'Grep', { pattern: 'a', file_path: 'x' })?.uses).toEqual([
      { tool: 'Grep', input: { pattern: 'a', path: 'x' } },
    ]);
    expect(usesOf('cursor', 'preToolUse', 'MCP:db', {})?.uses).toEqual([{ tool: 'MCP:db', input: {} }]);
    expect(usesOf('claude', 'PreToolUse', 'constructor', {})?.uses).toEqual([{ tool: 'constructor', input: {} }]);
  });

  test.each([{ tool_name: 7 }, { tool_input: 'x' }, { tool_input: null }, { tool_input: [] }])(
    '%j is not taken for a tool use',
    (more) => {
      for (const [harness, event] of [
        ['claude', 'PreToolUse'],
        ['codex', 'PreToolUse'],
        ['gemini', 'BeforeTool'],
        ['cursor', 'preToolUse'],
      ] as const)
        expect(() => eventOf(harness, event, more)).toThrow(TypeError);
    },
  );
});

test('a subagent is told from a session that runs as an agent', () => {
  expect(eventOf('claude', 'PreToolUse', { agent_type: 'updater' }).event.agent).toBeNull();
  expect(eventOf('claude', 'PreToolUse', { agent_type: 'updater', agent_id: 'a1' }).event.agent).toBe('updater');
  expect(eventOf('cursor', 'subagentStop').event.agent).toBe('general-purpose');
});

test('harnesses and events are found under their usual spellings, and no others', () => {
  expect(findCodec('claude-code')?.harness).toBe('claude');
  expect(findCodec('gemini-cli')?.harness).toBe('gemini');
  expect(findCodec('opencode')).toBeNull();
  expect(findEvent(codecOf('claude'), 'pre-tool-use')).toBe('PreToolUse');
  expect(findEvent(codecOf('cursor'), 'pretooluse')).toBe('preToolUse');
  expect(findEvent(codecOf('claude'), 'constructor')).toBeNull();
  expect(findEvent(codecOf('gemini'), 'PreToolUse')).toBeNull();
});
