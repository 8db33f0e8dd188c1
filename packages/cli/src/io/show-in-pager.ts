import { spawn } from 'node:child_process';
import { askPersonalSetting } from '@batonkit/git-adapter';

/** The pager that git would take outside of any repository, whose own is not run; null when a text is to be written as it is. */
function choosePager(env: NodeJS.ProcessEnv): string | null {
  const pager = env.GIT_PAGER ?? askPersonalSetting('core.pager') ?? env.PAGER ?? 'less';
  return pager === '' || pager === 'cat' ? null : pager;
}

/** Shows a text in the user's pager and waits until it is left. Without a pager the text is written. */
export async function showInPager(text: string, env: Readonly<Record<string, string | undefined>>): Promise<void> {
  const pager = choosePager(env);
  const write = (): void => void process.stdout.write(text);
  if (pager === null) return write();
  // A pager is a command line, as it is for git; F ends it when all fits on the screen, R shows colours.
  const child = spawn(pager, {
    shell: true,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { LESS: 'FRX', LV: '-c', ...env },
  });
  await new Promise<void>((done) => {
    child.on('error', () => {
      write();
      done();
    });
    // Who leaves a pager early has seen enough.
    child.stdin.on('error', () => undefined);
    child.on('close', (code) => {
      if (code === 127) write();
      done();
    });
    child.stdin.end(text);
  });
}
