import { expect } from 'vitest';
import { letAgentsWork } from './let-agents-work.fixture.ts';
import { createPreparedShop, type Ran, type Shop } from './scratch-shop.fixture.ts';

const { PATH } = process.env;
export type Env = Readonly<Record<string, string | undefined>>;
/** The shell of an agent, which has a session, and that of a person, which has none. */
export const AGENT: Env = { PATH, BATON_ACTOR: 'claude', BATON_SESSION: 'run-1' };
export const PERSON: Env = { PATH, BATON_ACTOR: 'grace' };

/** A repository with a task, and any number of shells in it. */
export interface Desk extends Shop {
  /** Types a command line into the shell with this environment. */
  readonly type: (env: Env, ...argv: string[]) => Promise<Ran>;
}

/** A task of run-1, before its plan is presented to a person. */
export async function plannedDesk(creator: Env = AGENT): Promise<Desk> {
  return toDesk(
    await createPreparedShop(`planned-by-${creator['BATON_ACTOR']}`, async (shop) => {
      const { type } = toDesk(shop);
      shop.write('docs/notes.md', '# Notes\n');
      shop.write('.agent-output/.gitignore', '*\n');
      shop.git('add', '-A');
      shop.git('commit', '-q', '-m', 'Notes');
      await type(creator, 'init', 'TASK-1');
      await type(AGENT, 'claim', 'TASK-1');
      expect(await letAgentsWork(shop, 'TASK-1', 'run-1')).toBe('present');
    }),
  );
}

/** The same task, with its plan presented. */
export async function presentedDesk(creator: Env = AGENT): Promise<Desk> {
  const desk = await plannedDesk(creator);
  expect(await desk.type(AGENT, 'present', 'TASK-1', 'plan')).toMatchObject({ code: 0 });
  return desk;
}

const toDesk = (shop: Shop): Desk => ({ ...shop, type: (env, ...argv) => shop.baton(argv, { env }) });
