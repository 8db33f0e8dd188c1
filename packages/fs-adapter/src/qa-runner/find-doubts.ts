import { lstat, readFile, realpath } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that make a program do something else than its command says. A pattern is held against the value. */
const STEERING: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/^NODE_OPTIONS$/, /(?:^|\s)(?:-r|--require|--import|--loader|--experimental-loader|--test)/],
  [
    /^(?:LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|BASH_ENV|ENV|PYTEST_PLUGINS|RUSTC_WRAPPER|RUSTC_WORKSPACE_WRAPPER)$/,
    /\S/,
  ],
  [/^BASH_FUNC_/, /\S/],
  // Node's test runner takes itself for a child and skips every file.
  [/^NODE_TEST_CONTEXT$/, /\S/],
  [/^MAKEFILES$/, /\S/],
  [/^npm_config_(?:script_shell|dry_run|if_present|node_options|shell)$/i, /\S/],
  [/^PYTEST_ADDOPTS$/, /(?:^|\s)(?:-[kmp]|--(?:co|collect-only|deselect|ignore|exitfirst|lf|ff|sw|setup-plan))/],
  [
    /^(?:MAVEN_OPTS|MAVEN_ARGS|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|GRADLE_OPTS|SBT_OPTS)$/,
    /-javaagent|skipTests|test\.skip|failure\.ignore|--dry-run/,
  ],
  [
    /^(?:MAKEFLAGS|GNUMAKEFLAGS)$/,
    /(?:^|\s)-?[a-zA-Z]*[niqt][a-zA-Z]*(?:\s|$)|--(?:just-print|dry-run|ignore-errors|touch|question|eval|file|makefile)|(?:^|\s)[A-Za-z_]\w*\s*[:+?!]{0,3}=/,
  ],
  [/^GOFLAGS$/, /-(?:run|skip|exec|toolexec|list|short)\b/],
  [/^(?:RUBYOPT|PERL5OPT)$/, /-[rM]/],
];

/** Folders in which small scripts stand before programs of the same name on purpose. */
const SWITCHERS =
  /\/\.?(?:nvm|volta|asdf|pyenv|rbenv|nodenv|mise|rtx|fnm|fnm_multishells|corepack|pnpm|yarn|bun|deno|cargo|rustup|sdkman|proto|homebrew|linuxbrew|Cellar|snap|opt|nix|direnv|conda|miniconda3|anaconda3)(?:\/|$)|^\/(?:usr\/(?:local\/)?)?s?bin$/;

const WRAPPERS = new Set([
  'npx',
  'bunx',
  'time',
  'env',
  'exec',
  'command',
  'sudo',
  'nice',
  'xvfb-run',
  'cross-env',
  'dotenv',
  '--',
]);
const MANAGERS = new Set(['npm', 'pnpm', 'yarn', 'bun']);

/** Settings of npm that make a script something else, in the order in which npm reads its files. */
const NPM_SETTINGS: readonly (readonly [key: RegExp, value: RegExp])[] = [
  [/^script-shell$/, /^(?!(?:\/(?:usr\/(?:local\/)?)?bin\/)?(?:ba|da|z)?sh$)/],
  [/^node-options$/, /(?:^|\s)["']?(?:-r|--require|--import|--loader|--experimental-loader|--test)/],
  [/^(?:dry-run|if-present|ignore-scripts)$/, /^true$/],
];

/** Why the programs that a command line runs may not be those that it means: a sentence each. */
export async function findDoubts(line: string, cwd: string, env: Environment): Promise<readonly string[]> {
  const doubts: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && STEERING.some(([names, values]) => names.test(name) && values.test(value)))
      doubts.push(`The environment variable ${name} can make programs do something else. Unset it.`);
  }
  const programs = await programsOf(line, cwd);
  if (programs.some((program) => MANAGERS.has(program) || program === 'npx'))
    doubts.push(...(await npmDoubts(cwd, env)));
  for (const program of new Set([...programs, 'sh', 'node'])) {
    const doubt = await doubtOf(program, cwd, env);
    if (doubt !== null) doubts.push(doubt);
  }
  return doubts.map((doubt) => doubt.slice(0, 300)).slice(0, 20);
}

/** What the files that npm reads say against its scripts; git may ignore any of them. */
async function npmDoubts(cwd: string, env: Environment): Promise<readonly string[]> {
  const files = [
    ...parentsOf(cwd).map((folder) => join(folder, '.npmrc')),
    env['npm_config_userconfig'] ?? env['NPM_CONFIG_USERCONFIG'] ?? join(env['HOME'] ?? homedir(), '.npmrc'),
    env['npm_config_globalconfig'] ?? env['NPM_CONFIG_GLOBALCONFIG'] ?? '',
    join(env['PREFIX'] ?? dirname(dirname(process.execPath)), 'etc', 'npmrc'),
  ];
  const doubts: string[] = [];
  for (const file of new Set(files.filter((path) => path !== ''))) {
    const text = await readFile(resolve(cwd, file), 'utf8').catch(() => '');
    for (const line of text.split(/\r?\n/)) {
      const [, key = '', value = ''] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
      if (NPM_SETTINGS.some(([keys, values]) => keys.test(key) && values.test(value)))
        doubts.push(
          `${shorten(resolve(cwd, file), cwd)} sets ${key}, so scripts may not be what they say. Remove it there.`,
        );
    }
  }
  return doubts;
}

function parentsOf(folder: string): readonly string[] {
  return dirname(folder) === folder ? [folder] : [folder, ...parentsOf(dirname(folder))];
}

/** The programs of a line, and of the script that it starts. */
async function programsOf(line: string, cwd: string): Promise<readonly string[]> {
  const own = wordsOf(line);
  const scripts = own.flatMap(({ program, rest }) => {
    const script = MANAGERS.has(program)
      ? rest.find((word) => word !== 'run' && word !== 'run-script' && !word.startsWith('-'))
      : undefined;
    return script === undefined ? [] : [script === 't' ? 'test' : script];
  });
  if (scripts.length === 0) return own.map(({ program }) => program);
  const bodies = await readScripts(cwd);
  const inner = scripts.flatMap((script) =>
    ['pre', '', 'post'].flatMap((hook) => wordsOf(bodies[`${hook}${script}`] ?? '')),
  );
  return [...own, ...inner].map(({ program }) => program);
}

function wordsOf(line: string): readonly { readonly program: string; readonly rest: readonly string[] }[] {
  return line.split(/&&|\|\||[;|&\n]/).flatMap((part) => {
    const words = part
      .trim()
      .replace(/^[({!]\s*/, '')
      .split(/\s+/);
    const first = words.findIndex(
      (word) => word !== '' && !/^\w+=/.test(word) && !WRAPPERS.has(word) && !word.startsWith('-'),
    );
    const [program = '', ...rest] = first < 0 ? [] : words.slice(first);
    const runs =
      MANAGERS.has(program) && ['exec', 'x', 'dlx'].includes(rest[0] ?? '')
        ? rest.filter((word) => !word.startsWith('-')).slice(1)
        : [];
    const found = /^[\w@.+-]+$/.test(program) ? [{ program, rest }] : [];
    return runs.length === 0 ? found : [...found, ...wordsOf(runs.join(' '))];
  });
}

async function readScripts(cwd: string): Promise<Readonly<Record<string, string>>> {
  try {
    const { scripts } = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8')) as {
      scripts?: Record<string, unknown>;
    };
    return Object.fromEntries(
      Object.entries(scripts ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return {};
  }
}

async function doubtOf(program: string, cwd: string, env: Environment): Promise<string | null> {
  const found: string[] = [];
  for (const entry of (env['PATH'] ?? '').split(':')) {
    const path = join(entry === '' ? cwd : resolve(cwd, entry), program);
    if (!(await isFile(path))) continue;
    if (!isAbsolute(entry)) return `${program} comes from a PATH entry that is not absolute. Remove it from PATH.`;
    found.push(path);
  }
  const local = await findLocal(program, cwd);
  const [first = local] = found;
  if (local !== null && !(await isInstalled(local, cwd)))
    return `${shorten(local, cwd)} is not a link into an installed package. Install the dependencies again.`;
  if (first === null || first === local || isBelow(first, join(dirname(process.execPath)))) return null;
  if (isBelow(first, cwd))
    return /\/(?:node_modules\/\.bin|\.?v?env\/bin|vendor\/bin)\/[^/]+$/.test(first)
      ? null
      : `${program} is ${shorten(first, cwd)}, a file of the working tree that PATH puts before other programs.`;
  if ([tmpdir(), '/tmp', '/var/tmp', '/dev/shm'].some((folder) => isBelow(first, folder)))
    return `${program} is ${first}, in a folder for temporary files. Remove that folder from PATH.`;
  const hidden = found.slice(1);
  if (hidden.length === 0 || SWITCHERS.test(dirname(first))) return null;
  const same = await realpath(first);
  const others = await Promise.all(hidden.map((path) => realpath(path).catch(() => path)));
  if (others.includes(same) || !(await isScript(first))) return null;
  return `${program} is ${first}, a script that stands before ${hidden[0] ?? ''} on PATH.`;
}

/** What `npx` and scripts of a package find first. */
async function findLocal(program: string, cwd: string): Promise<string | null> {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', '.bin', program);
    if (await exists(path)) return path;
    if (dirname(folder) === folder) return null;
  }
}

/** Package managers link to the program of a package, or write a script that starts it. */
async function isInstalled(path: string, cwd: string): Promise<boolean> {
  try {
    if ((await lstat(path)).isSymbolicLink())
      return await isProgramOfPackage(await realpath(path), basename(path), cwd);
    const text = await readFile(path, 'utf8');
    return /^basedir=\$\(dirname /m.test(text) && /exec .*"\$basedir\/\.\.?\//.test(text);
  } catch {
    return false;
  }
}

/** Whether the package around a file names it as this program, and the project's lock file the package. */
async function isProgramOfPackage(target: string, program: string, cwd: string): Promise<boolean> {
  for (const folder of parentsOf(dirname(target))) {
    const manifest = await readFile(join(folder, 'package.json'), 'utf8').catch(() => null);
    if (manifest === null) continue;
    const { name, bin } = JSON.parse(manifest) as { readonly name?: unknown; readonly bin?: unknown };
    // The format of a folder's modules is all that such a file says.
    if (typeof name !== 'string') continue;
    const own = typeof bin === 'string' && program === name.replace(/^@[^/]*\//, '') ? bin : null;
    const listed = typeof bin === 'object' && bin !== null ? (bin as Readonly<Record<string, unknown>>)[program] : own;
    if (typeof listed !== 'string') return false;
    const isOwn = (await realpath(join(folder, listed)).catch(() => '')) === target;
    return isOwn && (!target.includes('/node_modules/') || (await isLocked(name, cwd)));
  }
  return false;
}

/** Without a lock file nobody can tell. */
async function isLocked(name: string, cwd: string): Promise<boolean> {
  for (const folder of parentsOf(cwd)) {
    for (const file of ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock']) {
      const text = await readFile(join(folder, file), 'utf8').catch(() => null);
      if (text !== null)
        return text.includes(`${name}@`) || text.includes(`node_modules/${name}"`) || text.includes(`"${name}"`);
    }
  }
  return true;
}

async function isScript(path: string): Promise<boolean> {
  return (await readFile(path).catch(() => Buffer.alloc(0))).subarray(0, 2).toString('latin1') === '#!';
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await lstat(await realpath(path))).isFile();
  } catch {
    return false;
  }
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

function shorten(path: string, cwd: string): string {
  return isBelow(path, cwd) ? path.slice(cwd.length + 1) : path;
}
