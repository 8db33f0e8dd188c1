import { isOwnPackage, isOwnProgram } from './own-commands.ts';
import { hasOption, readOptions, valuesOf } from './read-options.ts';
import type { CommandContext } from './shell-commands.ts';
import { HERE, type ShellWord } from './shell-token.ts';

type Handler = (context: CommandContext) => void;

const words = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

/** Compilers, test runners, linters and the like: they read the repository and write somewhere in it. */
const BUILDS =
  words(`make gmake just ninja cmake ctest meson gcc g++ cc c++ clang clang++ rustc javac tsc vue-tsc vitest jest mocha ava
  tap c8 nyc karma webpack vite rollup esbuild tsup tsdown swc babel turbo nx parcel svelte-check typedoc api-extractor size-limit knip
  depcheck madge cspell markdownlint markdownlint-cli2 commitlint oxlint pytest py.test tox nox mypy pyright pylint flake8 coverage rspec rake
  phpunit phpstan mvn gradle sbt playwright cypress hadolint shellcheck yamllint actionlint golangci-lint staticcheck jscpd tsd attw publint`);

/** Interpreters and the options of theirs that run no text and load no other file. */
const INTERPRETERS: Readonly<Record<string, readonly string[]>> = {
  node: words(`--test --check -c --version -v --help -h --watch --enable-source-maps --no-warnings --trace-warnings --trace-uncaught
    --trace-deprecation --inspect --expose-gc --throw-deprecation --experimental-strip-types --experimental-vm-modules
    --experimental-test-coverage --test-only --test-name-pattern --test-reporter --test-concurrency --max-old-space-size --stack-trace-limit`),
  tsx: words('--test --version -v --help --watch'),
  'ts-node': words('--version -v --help --esm --transpile-only -T --files'),
  python: words('-V --version -B -u -O -OO -I -E -s -q -W --help -h'),
  python3: words('-V --version -B -u -O -OO -I -E -s -q -W --help -h'),
  ruby: words('-w -v --version -c'),
  php: words('-v --version -l'),
};

/** Formatters, and the options with which they change the files they are given. */
const FORMATTERS: Readonly<Record<string, readonly string[] | 'always'>> = {
  prettier: ['--write', '-w'],
  eslint: ['--fix'],
  stylelint: ['--fix'],
  biome: ['--write', '--apply', '--apply-unsafe', '--fix'],
  dprint: 'always',
  black: 'always',
  isort: 'always',
  ruff: 'always',
  autopep8: ['-i', '--in-place'],
  gofmt: ['-w'],
  goimports: ['-w'],
  rustfmt: 'always',
  rubocop: ['-a', '-A', '--autocorrect', '--autocorrect-all', '--auto-correct'],
  'clang-format': ['-i'],
  shfmt: ['-w', '--write'],
};

/** Package managers: what reads, what runs another program by its name, and what leaves the repository or the machine. */
const LEAVING =
  words(`publish unpublish deprecate login logout adduser owner access dist-tag token hook org team profile star unstar
  deploy release push upload global link unlink dlx create init setup self-update upgrade env store config set cache doctor completion
  trust yank install-peerdeps`);
const READS = words(
  'ls list ll la outdated view info show why explain root bin prefix query fund help search licenses whoami ping',
);
const EXECUTES = words('exec x');

/** Subcommands of other tools that stay in the repository; the rest is asked about. */
const SUBCOMMANDS: Readonly<Record<string, readonly string[]>> = {
  cargo: words(
    'build b check c test t run r bench clippy fmt doc clean update add remove tree metadata fetch generate-lockfile fix nextest version',
  ),
  go: words('build test vet run fmt list doc version mod generate work clean tool'),
  dotnet: words('build test run restore clean format list --version --info'),
  deno: words('run test fmt lint check task bench doc info cache'),
  poetry: words('install add remove lock build show check update version'),
  uv: words('sync add remove lock tree build version'),
  composer: words('install update require remove test run-script dump-autoload show validate'),
  bundle: words('install check list outdated update'),
  lerna: words('run test build list ls'),
  changeset: words('add status version'),
};
/** The same of tools that are no packages of npm: `npx swift` is something else. */
const NATIVE_SUBCOMMANDS: Readonly<Record<string, readonly string[]>> = {
  mix: words('test compile format credo dialyzer deps.get deps.compile docs xref'),
  swift: words('build test run'),
  flutter: words('test analyze build run doctor'),
  dart: words('test analyze format run compile fix doc'),
  zig: words('build test fmt'),
  stack: words('build test bench'),
  cabal: words('build test bench check'),
  dune: words('build test runtest fmt'),
  rebar3: words('compile eunit ct dialyzer xref'),
  sbt: words('test compile'),
  lein: words('test compile check'),
};
/** Of these `<tool> run <command>` and `bundle exec <command>` run a program by its name. */
const RUNS_COMMANDS: Readonly<Record<string, string>> = { poetry: 'run', uv: 'run', pipenv: 'run', bundle: 'exec' };

/** What a target or a script is called that sends the work somewhere. */
const SENDS = /(?:^|[:_-])(?:publish|deploy|release|push|upload|ship)(?:$|[:_-])/i;

/** Runs in the folder, and may write what it is given: absolute paths, those that go up, and those with a dot in front are looked at. */
function roam({ name, args, effects }: CommandContext, folder: ShellWord = HERE): void {
  effects.roam(name, folder);
  for (const word of args) {
    const equals = word.text.startsWith('-') || /^\w+=/.test(word.text) ? word.prefix.indexOf('=') + 1 : 0;
    const attached = /^-o./.test(word.text) ? 2 : 0;
    const value = word.prefix.slice(equals || attached);
    if (word.hasExpansion === true) effects.doubt(`${name} has an argument that the shell fills in`);
    else if (/^[/~]|^\.\w|(?:^|\/)\.\.(?:\/|$)|(?:^|\/)\.git(?:\/|$)/.test(value) && value !== '/dev/null')
      effects.roam(name, { text: value, prefix: value, isDynamic: false });
  }
}

const builds: Handler = (context) => {
  const { name, args, effects } = context;
  const read = readOptions(args, ['-C', '--directory', '-f', '--file', '--makefile', '-j', '-o']);
  const folder = name === 'make' || name === 'gmake' ? valuesOf(read, '-C', '--directory').at(-1) : undefined;
  roam(context, folder);
  const isMake = /^(?:g?make|just|rake|mvn|gradle|nx|turbo)$/.test(name);
  const makefiles = valuesOf(read, '-f', '--file', '--makefile');
  if (isMake && (hasOption(read, '--eval', '-E') || makefiles.some(({ text }) => text === '-')))
    effects.doubt(`${name} runs text that it is given`);
  // A variable of a makefile may be a command.
  if (isMake && args.some(({ text }) => /^\w+=(?:[^-\s]\S*\s|.*[;&|`$<>()\n])/s.test(text)))
    effects.doubt(`${name} is given a variable that may be a command`);
  const sent = isMake
    ? read.operands.find(({ text }) => SENDS.test(text) || (name === 'make' && text === 'install'))
    : undefined;
  if (sent !== undefined)
    effects.leaveToPerson(`\`${name} ${sent.text.slice(0, 60)}\` may change more than this repository`);
  if (name === 'playwright' && read.operands[0]?.text.startsWith('install') === true)
    effects.leaveToPerson('`playwright install` installs programs outside the repository');
};

const formats =
  (changing: readonly string[] | 'always'): Handler =>
  (context) => {
    const { name, args, effects } = context;
    const read = readOptions(args, [
      '-c',
      '--config',
      '--ignore-path',
      '--ext',
      '-o',
      '--output-file',
      '-l',
      '--line-length',
    ]);
    roam(context);
    const isLook = hasOption(read, '--check', '--diff', '-d', '--list-different', '--dry-run', '--version', '--help');
    const changes =
      changing === 'always' ? !isLook && read.operands[0]?.text !== 'check' : hasOption(read, ...changing);
    effects.write(name, ...valuesOf(read, '-o', '--output-file'));
    if (!changes && !hasOption(read, '--fix')) return;
    const verbs = ['check', 'format', 'fmt', 'lint'];
    const files = read.operands.filter(({ text }, index) => index > 0 || !verbs.includes(text));
    for (const file of files.length === 0 ? [HERE] : files) effects.write(name, globless(file));
  };

/** Formatters follow no links, so that a glob stands for files in its folder. */
function globless(word: ShellWord): ShellWord {
  if (!word.isDynamic || word.hasExpansion === true) return word;
  const slash = word.text.lastIndexOf('/');
  // Behind a glob for folders it may be any file of that name.
  if (slash > word.prefix.length) return word;
  const folder = word.prefix.slice(0, slash + 1) || '.';
  return { text: folder, prefix: folder, isDynamic: false };
}

const interprets =
  (harmless: readonly string[]): Handler =>
  (context) => {
    const { name, args, effects, runWords } = context;
    const at = args.findIndex(({ text }) => !text.startsWith('-') || text === '-');
    const options = (at === -1 ? args : args.slice(0, at)).map(({ text }) => text.replace(/=.*$/s, ''));
    const module = name.startsWith('python') && args[0]?.text === '-m' ? args[1] : undefined;
    if (module !== undefined) {
      if (BUILDS.includes(module.text) || Object.hasOwn(FORMATTERS, module.text)) runWords(args.slice(1));
      else if (['unittest', 'compileall', 'json.tool', 'doctest', 'timeit'].includes(module.text)) roam(context);
      else effects.doubt(`can't tell what ${name} -m ${module.text.slice(0, 60)} does`);
      return;
    }
    const other = options.find((option) => !harmless.includes(option) && !/^-[BuOEIsq]+$/.test(option));
    if (other !== undefined) effects.doubt(`can't tell what ${name} ${other.slice(0, 60)} does`);
    const isQuestion = options.some((option) => /^(?:-v|-V|--version|-h|--help)$/.test(option));
    if (isQuestion && at === -1) return;
    const file = args[at];
    if (file === undefined && !options.includes('--test')) effects.doubt(`${name} runs what it is given later`);
    else if (file?.text === '-') effects.doubt(`${name} runs what it reads`);
    else if (file !== undefined) effects.run(name, file);
    if (file !== undefined && isOwnProgram(file.text)) runWords([BATON, ...args.slice(at + 1)]);
    else roam({ ...context, args: args.slice(at + 1) });
  };

const BATON: ShellWord = { text: 'baton', isDynamic: false, prefix: 'baton' };

const manages: Handler = (context) => {
  const { name, args, effects, runWords } = context;
  const valued = ['-C', '--dir', '--prefix', '--cwd', '--filter', '-F', '-w', '--workspace'];
  const read = readOptions(stopAtDashes(args), valued);
  const folders = valuesOf(read, '-C', '--dir', '--prefix', '--cwd');
  const [verb, second] = read.operands;
  const called = `\`${[name, verb?.text, second?.text]
    .filter((one) => one !== undefined)
    .join(' ')
    .slice(0, 80)}\``;
  if (hasOption(read, '-g', '--global', '--location'))
    effects.leaveToPerson(`${called} installs or changes programs outside the repository`);
  if (hasOption(read, '--script-shell', '--node-options', '--userconfig', '--globalconfig', '--registry'))
    effects.doubt(`${name} has options that change what runs`);
  if (verb === undefined || READS.includes(verb.text)) {
    if (verb === undefined && (name === 'yarn' || name === 'pnpm')) roam(context, folders.at(-1));
    return;
  }
  if (verb.isDynamic) effects.doubt(`${name} has a verb that the shell fills in`);
  else if (verb.text === 'dlx' && second !== undefined && isOwnPackage(second.text))
    executes({ ...context, args: args.slice(args.indexOf(verb) + 1) });
  else if (verb.text === 'pkg') {
    if (second?.text !== 'get') effects.write(name, { text: 'package.json', isDynamic: false, prefix: 'package.json' });
  } else if (
    verb.text === 'dlx' ||
    verb.text === 'create' ||
    (name === 'npm' && verb.text === 'init' && second !== undefined)
  )
    effects.leaveToPerson(`${called} downloads a program and runs it`);
  else if (
    LEAVING.includes(verb.text) &&
    !(verb.text === 'config' && ['get', 'list', 'ls'].includes(second?.text ?? ''))
  ) {
    effects.leaveToPerson(`${called} may change more than this repository`);
  } else if (EXECUTES.includes(verb.text)) executes({ ...context, args: args.slice(args.indexOf(verb) + 1) });
  else {
    const script = ['run', 'run-script', 'rum', 'urn'].includes(verb.text) ? second : verb;
    if (script !== undefined && SENDS.test(script.text)) effects.leaveToPerson(`${called} may send the work somewhere`);
    // The guard itself is one of these packages.
    if (script === verb && read.operands.some(({ text }) => text.includes('@batonkit/')))
      effects.leaveToPerson(`${called} changes which Batonkit is installed`);
    if (script?.text === 'baton') {
      const rest = args.slice(args.indexOf(script) + 1);
      runWords([BATON, ...(rest[0]?.text === '--' ? rest.slice(1) : rest)]);
    }
    const isProgram =
      script === verb && name !== 'npm' && (BUILDS.includes(verb.text) || Object.hasOwn(FORMATTERS, verb.text));
    if (script?.text === 'baton' && name !== 'npm' && folders.length === 0) return;
    if (isProgram && folders.length === 0) runWords(args.slice(args.indexOf(verb)));
    else if (name === 'bun' && /[./]/.test(verb.text)) {
      effects.run(name, verb);
      roam(context);
    } else roam(context, folders.at(-1));
  }
};

/** What stands behind `--` is the script's own. */
function stopAtDashes(args: readonly ShellWord[]): readonly ShellWord[] {
  const end = args.findIndex(({ text }) => text === '--');
  return end === -1 ? args : args.slice(0, end);
}

/** `npx` and its like: a program that is known by its name; others may be downloaded. */
const executes: Handler = ({ name, args, effects, runWords, runText }) => {
  const valued = ['-p', '--package', '-c', '--call', '-w', '--workspace'];
  const at = args.findIndex(
    ({ text }, index) => !text.startsWith('-') && !valued.includes(args[index - 1]?.text ?? ''),
  );
  const read = readOptions(at === -1 ? args : args.slice(0, at), valued);
  for (const { text } of valuesOf(read, '-c', '--call')) runText(text);
  const packages = valuesOf(read, '-p', '--package');
  const program = args[at];
  if (hasOption(read, '-c', '--call', '--shell', '--registry') || packages.some(({ text }) => !isOwnPackage(text)))
    effects.doubt(`${name} has options that change what runs`);
  if (program === undefined) {
    if (!hasOption(read, '--version', '--help', '-v', '-h')) effects.doubt(`${name} runs what it is given later`);
    return;
  }
  const plain = program.text.replace(/(?!^)@[\w.^~-]+$/, '');
  const isOwn = program.text === 'baton' || isOwnPackage(program.text);
  const isKnown = BUILDS.includes(plain) || Object.hasOwn(FORMATTERS, plain) || Object.hasOwn(INTERPRETERS, plain);
  if (program.isDynamic || !(isOwn || isKnown || Object.hasOwn(SUBCOMMANDS, plain)))
    effects.doubt(`${name} may download ${program.text.slice(0, 60)} and run it`);
  else runWords([isOwn ? BATON : { ...program, text: plain, prefix: plain }, ...args.slice(at + 1)]);
};

const works =
  (staying: readonly string[]): Handler =>
  (context) => {
    const { name, args, effects, runWords } = context;
    const at = args.findIndex(({ text }) => !/^[-+]/.test(text));
    const verb = args[at] ?? args[0];
    if (verb === undefined || hasOption(readOptions(args.slice(0, 1)), '--version', '--help')) return;
    if (RUNS_COMMANDS[name] === verb.text) {
      runWords(args.slice(at + 1));
      return;
    }
    if (!staying.includes(verb.text)) {
      effects.leaveToPerson(`\`${name} ${verb.text.slice(0, 60)}\` may change more than this repository`);
      return;
    }
    if (args.some(({ text }) => /^--?(?:exec|toolexec|config|eval)(?:=|$)/.test(text)))
      effects.doubt(`${name} has options that change what runs`);
    const isRemote = name === 'go' && verb.text === 'run' && args.some(({ text }) => /^[\w./-]+@/.test(text));
    if (isRemote || args.some(({ text }) => /^(?:https?|npm|jsr|data):/.test(text)))
      effects.leaveToPerson(`\`${name} ${verb.text.slice(0, 60)}\` downloads a program and runs it`);
    if (verb.text === 'fmt' || verb.text === 'format' || verb.text === 'fix') effects.write(name, HERE);
    roam(context);
  };

/** Looking at GitHub changes nothing; the rest is a person's. */
const githubs: Handler = ({ args, effects }) => {
  const [area, verb] = readOptions(args).operands.map(({ text }) => text);
  const isLook =
    ['view', 'list', 'status', 'checks', 'diff'].includes(verb ?? '') || area === 'status' || area === undefined;
  if (!isLook)
    effects.leaveToPerson(`\`gh ${[area, verb].join(' ').trim().slice(0, 60)}\` changes more than this repository`);
};

/** Searches that run other programs with an option. */
const finds: Handler = ({ name, args, effects }) => {
  if (hasOption(readOptions(args), '-x', '--exec', '-X', '--exec-batch')) effects.doubt(`${name} runs another program`);
};

/** `yq` edits in place with `-i`. */
const queries: Handler = ({ name, args, effects }) => {
  const read = readOptions(args);
  if (hasOption(read, '-i', '--inplace')) effects.write(name, ...read.operands.slice(1));
};

/** A script of the repository. */
export function scriptEffects(context: CommandContext, script: ShellWord): void {
  context.effects.run(context.name, script);
  roam(context);
}

/** What developers run all day, by name. */
export const EVERYDAY_HANDLERS: Readonly<Record<string, Handler>> = {
  ...Object.fromEntries(BUILDS.map((name) => [name, builds])),
  ...Object.fromEntries(Object.entries(FORMATTERS).map(([name, changing]) => [name, formats(changing)])),
  ...Object.fromEntries(Object.entries(INTERPRETERS).map(([name, harmless]) => [name, interprets(harmless)])),
  ...Object.fromEntries(
    Object.entries({ ...SUBCOMMANDS, ...NATIVE_SUBCOMMANDS }).map(([name, staying]) => [name, works(staying)]),
  ),
  pipenv: works([]),
  npm: manages,
  pnpm: manages,
  yarn: manages,
  bun: manages,
  npx: executes,
  bunx: executes,
  pnpx: executes,
  gh: githubs,
  fd: finds,
  fdfind: finds,
  yq: queries,
};
