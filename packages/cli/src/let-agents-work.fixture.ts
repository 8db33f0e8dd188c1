import type { Shop } from './scratch-shop.fixture.ts';

/** What agents and the coordinator do meanwhile, following `next`, until it is the person's turn. */
export async function letAgentsWork({ ask, baton, write, git }: Shop, id: string, session: string): Promise<string> {
  write('.agent-output/report.md', 'The change is sound and small. '.repeat(30));
  const sections = ['Task Objective', 'Scope Definition', 'Stakeholder Agent Reports', 'Implementation plan'];
  const agents = ['architecture-updater', 'architecture-reviewer'].map((agent) => `### ${agent}\nWrites the notes.\n`);
  write(
    '.agent-output/plan.md',
    `# Plan\n\n${sections.map((title) => `## ${title}\n\nAs said.\n`).join('\n')}\n${agents.join('\n')}`,
  );
  const verbs: Record<string, (subject: string) => readonly string[]> = {
    compliance: () => ['compliance', id],
    advance: () => ['advance', id],
    classify: () => ['classify', id, 'docs/notes.md', '--level', 'LOW'],
    'record-plan': () => ['plan', id, '.agent-output/plan.md'],
    'record-worktree': (agent) => ['send', id, 'record-worktree', `agent=${agent}`, `worktree=tree-of-${agent}`],
    'remove-worktree': (agent) => [
      'send',
      id,
      'record-worktree',
      `agent=${agent === '' ? 'null' : agent}`,
      'worktree=null',
    ],
    'invoke-agent': (agent) => ['agent', id, agent, 'invoke'],
    'complete-agent': (agent) => ['agent', id, agent, 'complete', '--report', '.agent-output/report.md'],
    commit: () => {
      const commit = git('rev-parse', 'HEAD').trim();
      return ['send', id, 'record-activity', 'activity=commit', 'agent=architecture-updater', `commit=${commit}`];
    },
    attest: (condition) => ['send', id, 'attest', `condition=${condition}`, 'note=Looked at it.'],
  };
  for (let steps = 0; steps < 60; steps += 1) {
    const { data } = await ask('next', id, '--session', session);
    const next = data.next as { action: string; subject: string | null }[];
    const [first] = next;
    const verb = first === undefined ? undefined : verbs[first.action];
    if (first === undefined || verb === undefined) return first?.action ?? 'nothing';
    // Alike steps, such as several things to attest, do not wait for each other.
    for (const { subject } of next.filter(({ action }) => action === first.action)) {
      const argv = verb(subject ?? '');
      const { code, stderr } = await baton([...argv, '--session', session]);
      if (code !== 0) throw new Error(`${argv.join(' ')}: ${stderr}`);
    }
  }
  throw new Error('next leads nowhere');
}
