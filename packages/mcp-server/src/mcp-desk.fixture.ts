import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, type ClientCapabilities, type ElicitRequest } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { build } from 'esbuild';

const FILES = {
  'src/login.js': 'export const NAME = /^[a-z]+$/;\n',
  'tasks/TASK-1.yaml': `id: TASK-1
title: Accept names with a dot
status: in_progress
priority: P1
area: backend
description: Signing in fails for "ada.lovelace".
scope:
  in: [src/login.js]
acceptance_criteria: [ada.lovelace signs in]
qa: { commands: [git --version] }
`,
  'docs/tasks.md': '### Task 1.1: Dots\n\n**Why:** design.md "Names"\n\nAllow dots.\n',
  'docs/design.md': '# Design\n\n## Names\n\nLetters and dots.\n',
  'docs/report.md': '**Implemented:** dots\n',
  'standards/rules.md': '# Rules\n\n## Names\n\nNames are checked on the server.\n',
  'standards-map.yaml': 'citations:\n  - { area: "*", file: standards/rules.md, headings: [Names] }\n',
} as const;

/** A git repository with a task in it, in a temporary directory. */
export interface Desk {
  readonly root: string;
  readonly write: (path: string, text: string) => void;
  readonly read: (path: string) => string;
  /** All files outside git's own directory, with what they hold. */
  readonly files: () => Readonly<Record<string, string>>;
  readonly remove: () => void;
}

export function createDesk(): Desk {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'batonkit-mcp-')));
  const git = (...args: string[]): Buffer =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@batonkit.invalid', ...args], { cwd: root });
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [path, text] of Object.entries({ ...FILES, '.gitignore': '.agent-output/\n' })) write(path, text);
  git('init', '--quiet', '--initial-branch=main');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Start');
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const files = (): Record<string, string> =>
    Object.fromEntries(
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.parentPath.includes('.git'))
        .map((entry) => relative(root, join(entry.parentPath, entry.name)))
        .map((path) => [path, read(path)]),
    );
  return { root, write, read, files, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** Bundles the server program from sources, since a process of its own does not read TypeScript. */
export async function bundleServer(folder: string): Promise<string> {
  const outfile = join(folder, 'server.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('./stdio-server.fixture.ts', import.meta.url))],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['@batonkit/source'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    outfile,
    logLevel: 'error',
  });
  return outfile;
}

/** What the user of a client answers. */
export type User = (
  question: ElicitRequest['params'],
) => { choice: string; name?: string; note?: string } | 'cancel' | 'decline';

/** A client of the SDK; with a user it can ask. */
export function createClient(name: string, options: { readonly user?: User; readonly isOld?: boolean } = {}): Client {
  const { user, isOld = false } = options;
  const capabilities: ClientCapabilities = user === undefined ? {} : { elicitation: { form: {} } };
  const client = new Client(
    { name, version: '1.0.0' },
    { capabilities, ...(isOld ? {} : { versionNegotiation: { mode: { pin: '2026-07-28' } } }) },
  );
  if (user !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      const answer = user(params);
      return typeof answer === 'string' ? { action: answer } : { action: 'accept', content: answer };
    });
  }
  return client;
}

/** Starts the server program; with `memory`, tasks live as long as it does. */
export function spawnServer(program: string, root: string, store: 'fs' | 'memory' = 'fs'): StdioClientTransport {
  return new StdioClientTransport({ command: process.execPath, args: [program, root, store], stderr: 'inherit' });
}

/** Whatever calls tools: a client of any SDK. */
export interface ToolCaller {
  callTool(params: { name: string; arguments: Record<string, unknown>; _meta?: Record<string, unknown> }): Promise<{
    readonly [field: string]: unknown;
    readonly content?: unknown;
    readonly structuredContent?: unknown;
    readonly isError?: boolean | undefined;
  }>;
}

/** Calls a tool; what it answers as data, with `failed` for an error. */
export async function call(
  client: ToolCaller,
  name: string,
  input: Record<string, unknown>,
  meta?: Record<string, unknown>,
): Promise<Record<string, unknown> & { failed: boolean }> {
  const params = { name, arguments: input, ...(meta === undefined ? {} : { _meta: meta }) };
  const { structuredContent, isError = false } = await client.callTool(params);
  return { ...(structuredContent as Record<string, unknown>), failed: isError };
}

const COMMIT = 'c'.repeat(40);
const REPORT = 'What was looked at, what was found, and what has to be done about it. '.repeat(3);

/** Does what the tool `next` says, with tools only, until it says `until`; answers the agents that were selected. */
export async function followNext(client: ToolCaller, taskId: string, until: string): Promise<readonly string[]> {
  const agents: string[] = [];
  for (let steps = 0; steps < 100; steps += 1) {
    const { next } = (await call(client, 'next', { taskId })) as unknown as { next: Step[] };
    // A task that nobody owns may also go from turn to turn; here it goes through the protocol.
    const first = next.find(({ action }) => action === 'claim') ?? next[0];
    if (first === undefined) throw new Error('next says nothing.');
    if (first.action === until) return agents;
    const [tool, input] = toCall(first, agents);
    const answer = await call(client, tool, { taskId, ...input });
    if (answer.failed) throw new Error(`${first.action}: ${JSON.stringify(answer)}`);
    if (tool === 'classify') agents.push(...(answer['agents'] as string[]));
  }
  throw new Error('next leads nowhere.');
}

interface Step {
  readonly action: string;
  readonly subject: string | null;
}

function toCall({ action, subject }: Step, agents: readonly string[]): [string, Record<string, unknown>] {
  switch (action) {
    case 'classify':
      return [action, { level: 'LOW' }];
    case 'record-worktree':
      return ['send', { command: action, fields: { agent: subject, worktree: `agents/${subject ?? 'task'}` } }];
    case 'record-plan':
      return ['plan', { text: toPlan(agents) }];
    case 'invoke-agent':
      return ['agent', { agent: subject, step: 'invoke' }];
    case 'complete-agent':
      return ['agent', { agent: subject, step: 'complete', report: REPORT }];
    case 'commit':
      return ['send', { command: 'record-activity', fields: { activity: 'commit', agent: null, commit: COMMIT } }];
    case 'attest':
      return ['send', { command: action, fields: { condition: subject, note: 'Looked at it.' } }];
    default:
      return [action, {}];
  }
}

/** A plan with all that a plan must have. */
export function toPlan(agents: readonly string[]): string {
  const sections = ['Task Objective', 'Scope Definition', 'Stakeholder Agent Reports', 'Implementation Plans'];
  return [...sections.map((title) => `## ${title}\n`), ...agents.map((agent) => `### ${agent}\n`)].join('\n');
}
