import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** A command line that also writes a structured report, and how to read it. */
export interface ReportRequest {
  readonly line: string;
  /** The report that this run wrote; `null` where it wrote none. */
  readonly read: () => Promise<string | null>;
}

/** Reports above this are left to the log. */
const MAX_BYTES = 32 * 1024 * 1024;

/** A command line that is one command, without anything that a shell would do to it. */
const ONE_COMMAND = /^[\w@%+=:,./' "-]+$/;

const LAUNCHER = /^(?:npx(?: --no-install| -y| --yes)?|bunx|(?:pnpm|npm|yarn) exec(?: --)?|pnpm|yarn) /;
const SCRIPT = /^(?:npm|pnpm|yarn) (?:(?:run|run-script) )?([\w:.-]+)(?: |$)/;

/** Options by which a command already says where its report goes. */
const OWN_REPORT =
  /\s(?:--(?:outputFile(?:\.\w+)?|junit-?xml|output-file|test-reporter-destination)|-o)(?:=|\s+)('[^']+'|"[^"]+"|[^\s'"]+)/;

/**
 * Asks a tool that it knows for a structured report, where that changes nothing for the user: the output stays as it is, and no reporter of the
 * user's is replaced. A report that the command writes anyway is read as well. Every other command stays as it is.
 */
export async function requestReport(line: string, cwd: string, path: string): Promise<ReportRequest> {
  const none = { line, read: () => Promise.resolve(null) };
  if (!ONE_COMMAND.test(line)) return none;
  const own = OWN_REPORT.exec(line)?.[1]?.replace(/^['"]|['"]$/g, '');
  if (own !== undefined) return { line, read: await readerOf(resolve(cwd, own)) };
  const manifest = await readJson(join(cwd, 'package.json'));
  const script = SCRIPT.exec(line)?.[1] ?? '';
  const body = script === '' ? undefined : manifest?.scripts?.[script === 't' ? 'test' : script];
  if (body !== undefined && (typeof body !== 'string' || !ONE_COMMAND.test(body) || OWN_REPORT.test(body))) return none;
  const flags = await flagsFor(body ?? line, { cwd, manifest, path: quoted(path) });
  if (flags === null) return none;
  // npm passes on only what comes behind two dashes.
  const needsDashes = body !== undefined && line.startsWith('npm ') && !/ -- /.test(line);
  return { line: `${line}${needsDashes ? ' --' : ''} ${flags}`, read: await readerOf(path) };
}

interface Manifest {
  readonly version?: unknown;
  readonly scripts?: Readonly<Record<string, unknown>>;
}

async function flagsFor(
  command: string,
  { cwd, path }: { readonly cwd: string; readonly manifest: Manifest | null; readonly path: string },
): Promise<string | null> {
  const plain = command
    .trim()
    .replace(/^(?:\w+=\S* )+/, '')
    .replace(LAUNCHER, '');
  if (/^vitest(?: |$)/.test(plain)) {
    if (/ --(?:reporters?|outputFile)|^vitest (?:bench|list|init|related)|--watch|--ui/.test(plain)) return null;
    if (await namesReporters(cwd)) return null;
    const installed = await readJson(join(cwd, 'node_modules', 'vitest', 'package.json'));
    if (Number.parseInt(String(installed?.version), 10) < 1) return null;
    const annotates = process.env['GITHUB_ACTIONS'] === 'true' ? ' --reporter=github-actions' : '';
    return `--reporter=default${annotates} --reporter=json --outputFile.json=${path}`;
  }
  if (/^jest(?: |$)/.test(plain))
    return / --(?:json|outputFile|watch|listTests|showConfig)/.test(plain) ? null : `--json --outputFile=${path}`;
  if (/^(?:python3? -m )?(?:pytest|py\.test)(?: |$)/.test(plain))
    return / --(?:co|collect-only|version|help|fixtures)\b/.test(plain) ? null : `--junitxml=${path}`;
  return null;
}

/** Whether the settings of vitest may name reporters: those would be replaced. */
async function namesReporters(cwd: string): Promise<boolean> {
  const bases = ['vitest.config', 'vite.config', 'vitest.workspace'];
  const files = bases.flatMap((base) => ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'].map((end) => `${base}.${end}`));
  const texts = await Promise.all(files.map((file) => readFile(join(cwd, file), 'utf8').catch(() => '')));
  return texts.some((text) => /\b(?:reporters?|outputFile)\b/.test(text));
}

/** Reads what was written since now. */
async function readerOf(path: string): Promise<() => Promise<string | null>> {
  const before = await stamp(path);
  return async () => {
    const after = await stamp(path);
    if (after === null || after.key === before?.key || after.size > MAX_BYTES) return null;
    return readFile(path, 'utf8').catch(() => null);
  };
}

async function stamp(path: string): Promise<{ readonly key: string; readonly size: number } | null> {
  try {
    const found = await stat(path, { bigint: true });
    if (!found.isFile()) return null;
    return { key: `${found.ino} ${found.mtimeNs} ${found.ctimeNs} ${found.size}`, size: Number(found.size) };
  } catch {
    return null;
  }
}

async function readJson(path: string): Promise<Manifest | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Manifest | null;
  } catch {
    return null;
  }
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
