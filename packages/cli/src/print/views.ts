import type { DriftCheck } from '@batonkit/core';
import type { NextStep } from './command-line-for.ts';
import { oneLine } from './plain-text.ts';
import { renderData, renderList, toCell } from './render-data.ts';
import { renderDrift } from './render-drift.ts';
import { renderPatch } from './render-patch.ts';
import { renderNext } from './render-status.ts';
import { renderTable } from './render-table.ts';
import { asIs, type ViewContext } from './view-context.ts';

type Fields = Readonly<Record<string, unknown>>;
type Rows = readonly Record<string, unknown>[];

const done =
  (what: string, between = ' ') =>
  ({ taskId, revision, ...rest }: Fields, context: ViewContext): string => {
    // What was so when it was done may be otherwise now.
    const said =
      rest.replayed === true
        ? `${context.paint.yellow('done before:')} ${String(taskId)}; this call changed nothing`
        : `${context.paint.green('done:')} ${String(taskId)}${between}${what}`;
    const line = `${said} ${context.paint.dim(`(revision ${String(revision)})`)}\n`;
    const { warnings, ...more } = rest;
    return Object.keys(more).length === 0 ? line : `${line}${renderData(more, context)}`;
  };

/** The answers that read better than a list of their fields. */
export const VIEWS: Readonly<Record<string, (fields: Fields, context: ViewContext) => string>> = {
  init: ({ taskId, revision, summary }, context) =>
    `${context.paint.green('done:')} ${String(taskId)} is captured ${context.paint.dim(`(revision ${String(revision)})`)}\n\n${table(summary, ['field', 'items', 'source'], context)}`,
  list: ({ tasks }, context) =>
    (tasks as Rows).length === 0
      ? 'No task has a context here. baton init <task-id> makes one.\n'
      : table(
          tasks,
          ['taskId', 'revision', ...((tasks as Rows).some(({ damaged }) => damaged !== undefined) ? ['damaged'] : [])],
          context,
        ),
  start: done('has an open turn'),
  'hand-off': done('is handed off'),
  update: done('is updated'),
  block: done('is blocked'),
  snapshot: done('has a snapshot'),
  'resolve-drift': done('has no open drift'),
  'record-qa': done('has QA results'),
  'qa run': qaView,
  'attach-evidence': done('has new evidence'),
  rebuild: done('is captured again'),
  complete: done('is complete'),
  claim: done('is claimed'),
  release: done('is released'),
  'take-over': done('is taken over'),
  classify: done('is classified'),
  plan: done('has a plan'),
  agent: done('agent step recorded', ': '),
  present: done('is presented'),
  approve: done('is approved'),
  advance: done('moved on'),
  send: done('took the command'),
  purge: ({ taskId, purged }, { paint }) =>
    purged === true
      ? `${paint.green('done:')} ${String(taskId)} is purged; its audit stays\n`
      : `${String(taskId)} had no context.\n`,
  verify: ({ taskId, verdict, cleared, ignored }, { paint }) =>
    `${paint.green('done:')} ${String(taskId)} is what was handed off (${String(verdict)})${
      cleared === undefined ? '' : '; the drift that was counted went away by itself, and is cleared'
    }${typeof ignored === 'number' ? `; ${ignored} ignored files or folders were not looked at` : ''}\n`,
  inspect: ({ taskId, role, verdict, counted, differences, lines, text }, context) =>
    verdict === 'drift'
      ? renderDrift(
          {
            task_id: String(taskId),
            expected_role: String(role),
            handed_off_at: null,
            isCounted: counted === true,
            ...(typeof lines === 'string' && { lines }),
            checks: differences as DriftCheck[],
          },
          context,
        )
      : asIs(String(text), context),
  evidence: ({ content }, context) => asIs(String(content), context),
  export: ({ text }, context) => asIs(String(text), context),
  section: ({ section }, context) => asIs(String(section), context),
  get: ({ record }, context) => asIs(JSON.stringify(record, null, 2), context),
  preview: ({ steps }, context) =>
    (steps as Rows).length === 0
      ? 'Nothing would change: the files are as they were handed off.\n'
      : table(
          (steps as Rows).map(({ action, path, foreign }) => ({
            action,
            path,
            note: foreign === true ? 'is in no snapshot: a restore needs --foreign keep' : '',
          })),
          ['action', 'path', 'note'],
          context,
        ),
  restore: ({ written, removed, kept }, { paint }) =>
    `${paint.green('done:')} ${String(written)} written, ${String(removed)} removed${
      typeof kept === 'string' ? `; what was there before is kept as ${kept}` : ''
    }\n`,
  attribute: attributionView,
  compliance: ({ taskId, verdict, violations }, context) =>
    `${String(taskId)}: ${verdict === 'PASSED' ? context.paint.green('PASSED') : context.paint.red(String(verdict))}\n${
      (violations as Rows).length === 0 ? '' : table(violations, ['check', 'detail'], context)
    }`,
  trail: ({ taskId, count, head, entries }, context) =>
    `${String(taskId)}: ${String(count)} ${count === 1 ? 'entry' : 'entries'}, none changed or missing; the last is ${String(head).slice(0, 12)}\n\n${table(entries, ['seq', 'at', 'actor', 'event', 'about'], context)}`,
  next: ({ taskId, next }, context) => renderNext(String(taskId), next as NextStep[], context),
  tasks: ({ tasks }, context) => table(tasks, ['number', 'title', 'references'], context),
  context: ({ artifacts, tokens }, context) =>
    contextView(artifacts as Record<string, Fields>, tokens as Fields, context),
  queue: queueView,
  worktree: ({ trees, outcome }, context) =>
    outcome === 'listed' && (trees as Rows).length === 0
      ? 'No task has a working tree of its own. baton worktree create <task-id> makes one.\n'
      : `${outcome === 'listed' ? '' : `${context.paint.green('done:')} ${oneLine(String(outcome))}\n`}${
          (trees as Rows).length === 0 ? '' : table(trees, ['taskId', 'agent', 'state', 'branch', 'path'], context)
        }`,
  completion: ({ script }) => String(script),
  'hooks install': hooksView,
  'tiers load': tiersView,
  'tiers recover': tiersView,
};

function qaView(
  { taskId, revision, replayed, commands, verdicts, counts, unproven, tree, outputFile }: Fields,
  context: ViewContext,
): string {
  const { paint } = context;
  const rows = (commands as Rows).map(({ command, kind, status, exitCode, ended, seconds }) => [
    oneLine(String(command)),
    String(kind),
    status === 'passed'
      ? paint.green('passed')
      : status === 'failed'
        ? paint.red('failed')
        : paint.yellow(String(status)),
    ended === 'exited' ? String(exitCode) : String(ended),
    `${String(seconds)} s`,
  ]);
  const named = Object.entries({
    failing: (commands as Rows).flatMap(({ failures }) => failures as string[]),
    ...(verdicts === null
      ? {}
      : {
          fixed: (verdicts as Fields).fixed,
          regressed: (verdicts as Fields).regressed,
          new: (verdicts as Fields).new,
        }),
  }).flatMap(([title, names]) =>
    (names as string[]).length === 0 ? [] : [`\n${renderList(title, (names as string[]).slice(0, 20), context)}`],
  );
  const head = replayed === true ? paint.yellow('done before:') : paint.green('done:');
  const worth =
    counts === true
      ? `It counts for tree ${String(tree).slice(0, 12)}, until the content changes.\n`
      : `${paint.yellow('It does not count as proof:')}\n${(unproven as string[]).map((each) => `  - ${oneLine(each)}\n`).join('')}`;
  return [
    `${head} QA of ${String(taskId)} is recorded ${paint.dim(`(revision ${String(revision)})`)}\n\n`,
    renderTable(['command', 'kind', 'status', 'exit', 'time'], rows, context),
    ...named,
    `\n${worth}`,
    ...(typeof outputFile === 'string' ? [`Output: ${oneLine(outputFile)}\n`] : []),
  ].join('');
}

function table(rows: unknown, columns: readonly string[], context: ViewContext): string {
  return renderTable(
    columns.map((column) => (column === 'taskId' ? 'task' : column)),
    (rows as Rows).map((row) => columns.map((column) => toCell(row[column]))),
    context,
  );
}

function queueView({ taken, how, own, free, held, blocked, damaged }: Fields, context: ViewContext): string {
  const { paint } = context;
  const rows = [
    ...(own as Rows).map((row) => ({ ...row, whose: paint.green('yours') })),
    ...(free as Rows).map((row) => ({ ...row, whose: 'free' })),
    ...(held as Rows).map((row) => ({ ...row, whose: 'held' })),
  ];
  const head = [
    ...(typeof taken === 'string' ? [`${paint.green('done:')} ${taken} is taken (${oneLine(String(how))})\n`] : []),
    ...(taken === null && how !== 'looked' ? [`Nothing was taken (${oneLine(String(how))}).\n`] : []),
  ];
  const body =
    rows.length === 0
      ? `${(damaged as Rows).length === 0 ? 'No task is left to do.' : 'No task that can be read is left to do.'}\n`
      : renderTable(
          ['task', 'state', 'owner', 'since', 'title'],
          rows.map((row: Fields) => [
            toCell(row.taskId),
            String(row.whose),
            ...[row.owner, row.since, row.title].map(toCell),
          ]),
          context,
        );
  const troubles = Object.entries({ Refused: blocked as Rows, Damaged: damaged as Rows })
    .filter(([, rows]) => rows.length > 0)
    .map(([title, rows]) => `\n${renderList(title, rows, context)}`);
  return [...head, body, ...troubles].join('');
}

function attributionView({ files, trailers, blame }: Fields, context: ViewContext): string {
  if (typeof blame === 'string') return blame === '' ? 'No role touched that file.\n' : asIs(blame, context);
  const rows = (files as { path: string; lines: { role: string; count: number }[] }[]).flatMap(({ path, lines }) =>
    lines.map(({ role, count }, index) => [index === 0 ? oneLine(path) : '', count, role]),
  );
  const body = rows.length === 0 ? 'No role touched a file.\n' : renderTable(['file', 'lines', 'whose'], rows, context);
  return `${body}\n${renderList('For the commit message', trailers as string[], context)}`;
}

function contextView(artifacts: Record<string, Fields>, tokens: Fields, context: ViewContext): string {
  const parts = Object.entries(artifacts).map(
    ([name, { text, scope }]) =>
      `${context.paint.bold(`== ${name} (${String(scope)})`)}\n${asIs(String(text), context)}`,
  );
  return `${parts.join('\n')}\n${context.paint.dim(`${String(tokens.after)} tokens of ${String(tokens.before)}`)}\n`;
}

function tiersView({ files, ...rest }: Fields, context: ViewContext): string {
  const none = (files as Rows).length === 0;
  return `${renderData(rest, context)}\n${none ? 'No file of any tier is there.\n' : table(files, ['tier', 'tokens', 'path'], context)}`;
}

function hooksView({ path, isChanged, isWritten, diff, remarks }: Fields, context: ViewContext): string {
  const outcome =
    isChanged !== true
      ? 'is as it should be'
      : isWritten === true
        ? 'was changed'
        : 'would change; say --write to do it';
  const notes = (remarks as string[]).map((remark) => `${oneLine(remark)}\n`);
  return `${renderPatch(String(diff), context)}${String(path)} ${outcome}.\n${notes.join('')}`;
}
