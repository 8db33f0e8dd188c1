import { commandLineFor, type NextStep } from './command-line-for.ts';
import type { Paint } from './paint.ts';
import { oneLine } from './plain-text.ts';
import { renderTable } from './render-table.ts';
import type { ViewContext } from './view-context.ts';

/** What `status` answers, as far as it is shown. */
interface StatusData {
  readonly taskId: string;
  readonly revision: number;
  readonly title: string;
  readonly state: string | null;
  readonly path: readonly string[];
  readonly owner: string | null;
  readonly plan: string;
  readonly change: string;
  readonly approvals?: readonly { readonly checkpoint: string; readonly by: string; readonly at: string }[];
  readonly compliancePending: boolean;
  readonly roles: readonly {
    readonly role: string;
    readonly status: string;
    readonly drift: number;
    readonly findings: readonly string[];
  }[];
  readonly tree: string;
  readonly lines?: readonly string[];
  readonly gone?: boolean;
  readonly ignored?: number;
  readonly qa?: {
    readonly grade: string;
    readonly status: string;
    readonly role: string;
    readonly treeId: string | null;
    readonly tree: string;
    readonly unproven: readonly string[];
  } | null;
  readonly slices?: readonly { readonly slice: string; readonly text: string }[];
  readonly unknown?: readonly string[];
  readonly violations: readonly string[];
  readonly next: readonly NextStep[];
}

/** Where a task is, on one screen: position, roles, findings, drift and next actions. */
export function renderStatus(data: unknown, context: ViewContext): string {
  const status = data as StatusData;
  const { paint } = context;
  const facts = [
    ['state', status.state === null ? 'not under the protocol' : position(status.state, status.path, paint)],
    ...(status.state === null
      ? []
      : [
          ['owner', status.owner === null ? 'nobody' : oneLine(status.owner)],
          ['plan', checkpointOf('plan', status, paint)],
          ['change', checkpointOf('change', status, paint)],
        ]),
    ...(status.state === null
      ? []
      : [['compliance', status.compliancePending ? paint.yellow('pending') : paint.green('passed')]]),
    ['tree', treeOf(status, paint)],
    ...(status.qa === undefined || status.qa === null ? [] : [['qa', qaOf(status.qa, paint)]]),
    ...(status.slices ?? []).map(({ slice, text }) => [oneLine(slice), oneLine(text)]),
    ...(status.unknown ?? []).map((field) => [oneLine(field), paint.red('no loaded slice knows this: read only')]),
  ];
  const rows = status.roles.map(({ role, status: at, drift, findings }) => [
    role,
    colourOf(at, paint),
    drift === 0 ? '-' : paint.red(String(drift)),
    findings.length === 0 ? '-' : paint.red(findings.map(oneLine).join('\n')),
  ]);
  return [
    `${paint.bold(status.taskId)}  ${oneLine(status.title)}  ${paint.dim(`revision ${status.revision}`)}\n`,
    renderTable(
      ['', ''],
      facts.map(([name = '', value = '']) => [paint.dim(name), value]),
      context,
    ),
    renderTable(['role', 'status', 'drift', 'findings'], rows, context),
    ...(status.violations.length === 0
      ? []
      : [`${paint.red('violations')}\n${status.violations.map((each) => `  ${oneLine(each)}\n`).join('')}`]),
    renderNext(status.taskId, status.next, context),
  ].join('\n');
}

function treeOf({ tree, lines = [], gone = false, ignored = 0 }: StatusData, paint: Paint): string {
  const unseen = ignored === 0 ? [] : [paint.dim(`${ignored} ignored files or folders, at which nobody looked`)];
  if (gone) return `${oneLine(tree)}; the drift that was counted went away by itself, and verify clears it`;
  return [tree.startsWith('drift') ? paint.red(tree) : oneLine(tree), ...lines.map(oneLine), ...unseen].join('\n');
}

/** What can be done next: why, and what to type for it. Command lines are too long for a column. */
export function renderNext(id: string, steps: readonly NextStep[], { paint }: ViewContext): string {
  if (steps.length === 0) return 'Nothing is left to do.\n';
  const lines = steps.map((step) => `  ${oneLine(step.detail)}\n    ${paint.cyan(commandLineFor(id, step))}\n`);
  // Who forgot to say which run they are would read that their own task is somebody else's.
  const owner = steps.find(({ action }) => action === 'ask-to-take-over')?.subject ?? null;
  const note = owner === null ? '' : `  If you are ${oneLine(owner)}, say so with --session or BATON_SESSION.\n`;
  return `${paint.dim('next')}\n${lines.join('')}${note}`;
}

/** The whole path is too wide for a line; the place on it says as much. */
function position(state: string, path: readonly string[], paint: Paint): string {
  const place = path.indexOf(state) + 1;
  return place === 0 ? paint.bold(state) : `${paint.bold(state)} ${paint.dim(`(${place} of ${path.length})`)}`;
}

function qaOf({ grade, status, role, treeId, tree, unproven }: NonNullable<StatusData['qa']>, paint: Paint): string {
  const word =
    status === 'passed' ? paint.green(status) : status === 'failed' ? paint.red(status) : paint.yellow(status);
  const about = treeId === null ? '' : ` for tree ${treeId.slice(0, 12)}`;
  const stale = tree === 'changed' ? `, ${paint.yellow('stale: the content changed')}` : '';
  const doubt = unproven.length === 0 ? '' : `, ${paint.yellow('no proof')}: ${oneLine(unproven[0] ?? '')}`;
  return `${word}, ${grade} by ${oneLine(role)}${about}${stale}${doubt}`;
}

function checkpointOf(checkpoint: 'plan' | 'change', status: StatusData, paint: Paint): string {
  const given = status.approvals?.find((approval) => approval.checkpoint === checkpoint);
  const word = colourOf(status[checkpoint], paint);
  return given === undefined ? word : `${word} ${paint.dim(`by ${oneLine(given.by)}, ${given.at}`)}`;
}

function colourOf(word: string, paint: Paint): string {
  if (['approved', 'done'].includes(word)) return paint.green(word);
  if (['lapsed', 'blocked'].includes(word)) return paint.red(word);
  if (['presented', 'in_progress'].includes(word)) return paint.yellow(word);
  return word;
}
