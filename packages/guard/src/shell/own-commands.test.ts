import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../../operations/src/index.ts';
import { DEFAULT_GUARD_POLICY } from '../policy/guard-policy.ts';
import { guard } from '../judge/guard.ts';
import { OWN_OPERATIONS } from './own-commands.ts';

const FACTS = { root: '/work/repo' };

describe('the classes of operations', () => {
  test('cover the table of operations, and nothing else', () => {
    expect(Object.keys(OWN_OPERATIONS).sort()).toEqual(OPERATIONS.map(({ name }) => name).sort());
  });

  test.each(OPERATIONS)('$name', ({ name, hints }) => {
    const own = OWN_OPERATIONS[name];
    expect(own === 'read').toBe(hints.readOnly);
    // What may remove or overwrite something is a person's, but for those that the protocol itself keeps in check.
    if (hints.destructive && !['complete', 'worktree'].includes(name)) expect(own).toBe('person');
  });
});

const judge = (tool: string, input = {}): string => guard({ tool, input }, DEFAULT_GUARD_POLICY, FACTS).decision;

test.each(['mcp__batonkit__', 'mcp__baton__', 'mcp__plugin_shop_batonkit__', 'mcp_batonkit_', 'batonkit_', 'baton_'])(
  'tools of the MCP server called %s...',
  (prefix) => {
    const all = OPERATIONS.map(({ name }) => [name, judge(prefix + name.replaceAll(/[ -]/g, '_'))] as const);
    expect(Object.fromEntries(all)).toEqual(
      Object.fromEntries(
        OPERATIONS.map(({ name }) => [name, OWN_OPERATIONS[name] === 'person' ? 'ask' : 'allow'] as const),
      ),
    );
  },
);

test('what overrides a check is asked about', () => {
  expect(judge('mcp__batonkit__complete', { taskId: 'T', force: true })).toBe('ask');
  expect(judge('mcp__batonkit__hand_off', { taskId: 'T', forceSecrets: true })).toBe('ask');
  expect(judge('mcp__batonkit__worktree', { action: 'remove', taskId: 'T' })).toBe('ask');
  expect(judge('mcp__batonkit__worktree', { action: 'land', taskId: 'T' })).toBe('ask');
  expect(judge('mcp__batonkit__worktree', { action: 'list' })).toBe('allow');
  expect(judge('mcp__batonkit__complete', { taskId: 'T', forceLoss: true })).toBe('ask');
  expect(judge('mcp__batonkit__classify', { taskId: 'T', forceFullProtocol: true })).toBe('allow');
});

test.each([
  'mcp__other__status',
  'mcp__batonkitx__status',
  'mcp__batonkit__rm_rf',
  'mcp__x_batonkit__status',
  'mcp__evil__hand_off',
  'mcp__evil__batonkit__hand_off',
  'mcp__plugin_evil_server__baton_status',
  'mcp__plugin_evil_not_batonkit__status',
  'mcp_evil_batonkit_status',
  'MCP:hand_off',
  'baton',
  'x_baton_status',
])('the tool %s is no tool of ours', (tool) => {
  expect(judge(tool)).toBe('deny');
});

test('the commands that a refusal points to pass', () => {
  const { reason } = guard({ tool: 'Read', input: { file_path: '.agent-output/x' } }, DEFAULT_GUARD_POLICY, FACTS);
  const named = Array.from(reason.matchAll(/`(baton [^`]+)`/g), ([, command]) => command ?? '');
  expect(named.length).toBeGreaterThan(2);
  for (const command of named)
    expect([command, judge('Bash', { command: command.replace('<task>', 'TASK-1') })]).toEqual([command, 'allow']);
});
