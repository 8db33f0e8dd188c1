import { spawn, type IPty } from '@lydell/node-pty';
import { onTestFinished, expect, test } from 'vitest';
import { letAgentsWork } from './let-agents-work.fixture.ts';
import { createShop, type Shop } from './scratch-shop.fixture.ts';

const PROGRAM = new URL('../dist/baton.js', import.meta.url).pathname;
const SESSION = 'desk-1';
const PROMPT = 'person> ';

/** A person at a shell in a pseudo-terminal: types a line, and reads until the prompt is back. */
function sitDown({ directory }: Shop): { readonly type: (line: string) => Promise<string> } {
  const env = {
    PATH: process.env.PATH,
    HOME: directory,
    HISTFILE: '/dev/null',
    TERM: 'xterm-256color',
    PS1: PROMPT,
    GIT_PAGER: 'cat',
    GIT_CONFIG_GLOBAL: '/dev/null',
    BATON_SESSION: SESSION,
  };
  const shell: IPty = spawn('bash', ['--norc', '--noprofile', '--noediting'], {
    cwd: directory,
    cols: 110,
    rows: 40,
    env,
  });
  onTestFinished(() => shell.kill());
  let screen = '';
  let wake = (): void => undefined;
  shell.onData((data) => {
    screen += data;
    wake();
  });
  const waitFor = async (isThere: (text: string) => boolean): Promise<void> => {
    const deadline = Date.now() + 25_000;
    while (!isThere(screen)) {
      if (Date.now() > deadline) throw new Error(`The prompt did not come back: ${JSON.stringify(screen)}`);
      await new Promise<void>((done) => {
        wake = done;
        setTimeout(done, 200);
      });
    }
  };
  return {
    type: async (line) => {
      await waitFor((text) => text.endsWith(PROMPT));
      screen = '';
      shell.write(`${line}\r`);
      await waitFor((text) => text.includes('\n') && text.endsWith(PROMPT));
      return screen.slice(screen.indexOf('\n') + 1, -PROMPT.length).replaceAll('\r\n', '\n');
    },
  };
}

const GREEN = '\u001B[32m';
const RED = '\u001B[31m';

test(
  'a person at a terminal: initialises, hands over, finds drift and resolves it, approves, completes',
  { timeout: 240_000 },
  async () => {
    const shop = createShop();
    shop.write('docs/notes.md', '# Notes\n');
    shop.write('.agent-output/.gitignore', '*\n');
    shop.git('add', '-A');
    shop.git('commit', '-q', '-m', 'Notes');
    const { type } = sitDown(shop);
    await type(`baton() { "${process.execPath}" "${PROGRAM}" "$@"; }`);

    expect(await type('baton init TASK-1')).toContain(`${GREEN}done:\u001B[39m TASK-1 is captured`);
    expect(await type('baton claim TASK-1')).toContain('TASK-1 is claimed');
    expect(await letAgentsWork(shop, 'TASK-1', SESSION)).toBe('present');
    await type('baton present TASK-1 plan');
    expect(await type('baton approve TASK-1 plan --by grace; echo "exit $?"')).toMatch(/no session approves[^]*exit 4/);
    // The person leaves the session of the work to approve.
    await type('unset BATON_SESSION');
    expect(await type('baton next TASK-1')).toContain('baton approve TASK-1 plan --by <name>');
    expect(await type('baton approve TASK-1 plan --by grace --message "maybe, let me think"; echo "exit $?"')).toMatch(
      /does not approve[^]*exit 4/,
    );
    expect(await type('baton approve TASK-1 plan --by grace --message "approved"')).toContain('TASK-1 is approved');
    await type(`export BATON_SESSION=${SESSION}`);

    await type('baton start TASK-1 implementer');
    await type('echo "A line of the implementer." >> docs/notes.md');
    expect(await type('baton hand-off TASK-1 implementer')).toContain('docs/notes.md');
    await type('echo "A foreign line." >> docs/notes.md');
    const drift = await type('baton verify TASK-1 implementer; echo "exit $?"');
    expect(drift).toContain(`${RED}error:\u001B[39m TASK-1: the working tree is not what implementer handed off`);
    expect(drift).toContain('exit 3');
    expect(await type('baton resolve-drift TASK-1 implementer --accept current-tree --note "Mine."')).toContain(
      'has no open drift',
    );
    expect(await type('baton diff TASK-1 implementer')).toContain(`${GREEN}+A line of the implementer.\u001B[39m`);
    expect(await type('GIT_PAGER="sed s/^/paged:/" baton diff TASK-1 implementer')).toMatch(/^paged:.*diff --git/m);
    expect(await type('GIT_PAGER="sed s/^/paged:/" baton diff TASK-1 implementer | cat')).toMatch(/^diff --git/m);

    shop.git('commit', '-q', '-a', '-m', '[architecture-updater] Notes');
    expect(await letAgentsWork(shop, 'TASK-1', SESSION)).toBe('present');
    await type('baton present TASK-1 change');
    const status = await type('baton status TASK-1');
    expect(status).toMatch(/AWAITING_USER_APPROVAL/);
    expect(status).toContain('presented');
    const approval = 'BATON_SESSION= baton approve TASK-1 change --by grace --message "looks good, approved"';
    expect(await type(approval)).toContain('TASK-1 is approved');

    expect(await letAgentsWork(shop, 'TASK-1', SESSION)).toBe('merge');
    const head = shop.git('rev-parse', 'HEAD').trim();
    const merge = [['lock-main'], ['record-merge', `commit=${head}`, 'fastForward=true'], ['unlock-main']];
    for (const fields of merge) {
      expect(await shop.baton(['send', 'TASK-1', ...fields, '--session', SESSION])).toMatchObject({
        code: 0,
        stderr: '',
      });
    }
    expect(await letAgentsWork(shop, 'TASK-1', SESSION)).toBe('finish');
    expect(await type('baton complete TASK-1')).toContain('TASK-1 is complete');
    expect(await type('baton list | cat')).toBe('No task has a context here. baton init <task-id> makes one.\n');
    expect(await type('baton status TASK-1 | cat')).not.toContain('\u001B[');
  },
);
