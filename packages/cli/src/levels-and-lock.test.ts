import { describe, expect, test } from 'vitest';
import { createWorld } from './protocol-world.fixture.ts';

const ID = 'TASK-7';

describe('classify', { timeout: 120_000 }, () => {
  test('refuses a level that is none, and rates instructions for agents like CLAUDE.md', async () => {
    const { tree, does, baton } = await createWorld('claimed');
    await does(tree, 'compliance', ID);
    await does(tree, 'advance', ID);
    for (const level of ['', 'low', 'LOW ', 'NONE', 'toString', 'Somebody said LOW'])
      expect([level, (await baton(tree, 'classify', ID, 'src/a.js', '--level', level)).code]).toEqual([level, 2]);
    const levels = new Map<string, unknown>();
    for (const path of INSTRUCTIONS) levels.set(path, (await does(tree, 'classify', ID, path)).level);
    expect([...levels].filter(([, level]) => level !== 'HIGH')).toEqual([]);
    expect((await does(tree, 'classify', ID, 'docs/guide.md')).level).toBe('LOW');
  });
});

const INSTRUCTIONS = [
  'CLAUDE.md',
  'CLAUDE.local.md',
  'AGENTS.md',
  'docs/AGENTS.md',
  'AGENTS.override.md',
  'GEMINI.md',
  '.claude/commands/deploy.md',
  'packages/shop/.claude/agents/reviewer.md',
  '.claude/skills/README.md',
  'docs/.claude/commands/README.md',
  '.cursor/rules/style.mdc',
  '.cursor/rules/style.md',
  '.cursor/commands/deploy.md',
  '.gemini/notes.md',
  '.codex/prompts/deploy.md',
  '.windsurf/rules/style.md',
  '.clinerules/style.md',
  '.github/copilot-instructions.md',
];

describe('the lock of the main tree', { timeout: 120_000 }, () => {
  test('is for the owner of the task that it is asked for', async () => {
    const { main, tree, does, baton } = await createWorld('claimed');
    const ask = (command: string, ...more: string[]) => baton(main, 'send', ID, command, '--session', 'run-9', ...more);
    expect((await ask('lock-main')).answer.error?.code).toBe('NotOwner');
    expect((await baton(main, 'send', 'TASK-404', 'lock-main')).answer.error?.code).toBe('ContextNotFound');
    await does(tree, 'send', ID, 'lock-main');
    expect((await ask('unlock-main')).answer.error?.code).toBe('NotOwner');
    await does(tree, 'send', ID, 'unlock-main');
  });
});
