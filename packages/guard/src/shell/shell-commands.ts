import { archiveEffects } from './archive-effects.ts';
import { copies, installEffects, linkEffects, rsyncEffects, scpEffects } from './copy-effects.ts';
import { curlEffects, wgetEffects } from './download-effects.ts';
import { EVERYDAY_HANDLERS, scriptEffects } from './everyday-commands.ts';
import { findActions } from './find-actions.ts';
import { gitEffects } from './git-effects.ts';
import { ownCommandEffects } from './own-commands.ts';
import { HERE, type ShellWord } from './shell-token.ts';
import { STEERING_VARIABLES } from './steering-variables.ts';
import { hasOption, readOptions, valueOf, valuesOf, otherOptions } from './read-options.ts';
import type { EffectCollector } from './shell-effects.ts';
import { awkEffects, sedEffects } from './text-tool-effects.ts';

/** What a handler has to tell the effects of one command. */
export interface CommandContext {
  readonly name: string;
  readonly args: readonly ShellWord[];
  readonly effects: EffectCollector;
  /** The text of the command's here-document, when it has one. */
  readonly body: string | null;
  /** True when the command reads the output of another one. */
  readonly isPiped: boolean;
  /** Tells the effects of a command given as words. */
  readonly runWords: (words: readonly ShellWord[]) => void;
  /** Tells the effects of a command line given as text. */
  readonly runText: (text: string) => void;
}

type Handler = (context: CommandContext) => void;

/** Commands that write nothing but what redirections make them write. */
export const READ_ONLY: ReadonlySet<string> = new Set(
  `[ [[ : arch base32 base64 basename break cal cat cksum cmp column comm continue cut date df diff dirname du echo egrep exit expand expr
  export factor false fgrep fmt fold for getconf grep groups head hexdump id in join jq local logname ls md5sum nl nproc numfmt od paste pathchk
  pinky printenv printf ps pwd read readlink readonly realpath return rev select seq sha1sum sha224sum sha256sum sha384sum sha512sum shift sleep
  stat strings sum tac tail test tr true tsort tty type uname unexpand unset uptime users wait wc which who whoami ag ack bat cloc tokei jobs bg fg help lsof free pgrep case let declare typeset times umask`
    .split(/\s+/)
    .filter((name) => name !== ''),
);

const SHELLS = ['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash', 'fish', 'rbash'];
const WRAPPERS: Readonly<Record<string, readonly string[]>> = {
  nohup: [],
  time: ['-f', '-o'],
  nice: ['-n', '--adjustment'],
  ionice: ['-c', '-n', '-p'],
  setsid: [],
  stdbuf: ['-i', '-o', '-e'],
  command: [],
  builtin: [],
  exec: ['-a'],
  busybox: [],
  toybox: [],
  unbuffer: [],
  chronic: [],
};

const writeOperands =
  (valued: readonly string[] = [], skip = 0): Handler =>
  ({ name, args, effects }) =>
    effects.write(name, ...readOptions(args, valued).operands.slice(skip));

/** A command whose files are written only with an option; its value is the file when there is one. */
const writesOption =
  (short: string, long: string, more: readonly string[] = []): Handler =>
  ({ name, args, effects }) => {
    effects.write(name, ...valuesOf(readOptions(args, [short, long, ...more]), short, long));
  };

const doubtful: Handler = ({ name, effects }) => effects.doubt(`can't tell what ${name} does`);

/** Commands with effects that can be told from their arguments, in part or in full. */
export const HANDLERS: Readonly<Record<string, Handler>> = {
  rm: writeOperands(),
  rmdir: writeOperands(),
  unlink: writeOperands(),
  shred: writeOperands(['-n', '-s']),
  touch: writeOperands(['-d', '-r', '-t', '--date', '--reference']),
  mkdir: writeOperands(['-m', '--mode']),
  mkfifo: writeOperands(['-m']),
  mknod: writeOperands(['-m']),
  mktemp: ({ name, args, effects }) => {
    const read = readOptions(args, ['-p', '--suffix']);
    const folders = valuesOf(read, '-p', '--tmpdir');
    effects.write(name, ...folders, ...read.operands);
    if (folders.length === 0 && (read.operands.length === 0 || hasOption(read, '-t', '--tmpdir')))
      effects.writePath(name, '/tmp');
  },
  file: ({ name, args, effects }) => {
    if (hasOption(readOptions(args), '-C', '--compile')) effects.write(name, HERE);
  },
  truncate: writeOperands(['-s', '--size', '-r', '--reference']),
  fallocate: writeOperands(['-l', '-o']),
  tee: writeOperands(),
  sponge: writeOperands(),
  gzip: compressEffects,
  gunzip: compressEffects,
  bzip2: compressEffects,
  xz: compressEffects,
  unxz: compressEffects,
  zstd: compressEffects,
  zip: (context) => {
    writeOperands()(context);
    if (hasOption(readOptions(context.args), '-r', '--recurse-paths'))
      context.effects.readTree(context.name, ...readOptions(context.args).operands.slice(1));
  },
  chmod: permissionEffects,
  chown: permissionEffects,
  chgrp: permissionEffects,
  chattr: permissionEffects,
  setfacl: accessListEffects,
  setfattr: writeOperands(['-n', '-v', '-x']),
  cp: copies(false, ['-l', '--link', '-s', '--symbolic-link']),
  mv: copies(true),
  install: installEffects,
  rsync: rsyncEffects,
  scp: scpEffects,
  ln: linkEffects,
  link: writeOperands(),
  dd: ({ name, args, effects }) => {
    for (const { text, prefix, isDynamic } of args) {
      if (prefix.startsWith('of=')) effects.write(name, { text: text.slice(3), prefix: prefix.slice(3), isDynamic });
      else if (isDynamic && !prefix.includes('=')) effects.doubt('dd has an argument that the shell fills in');
    }
  },
  sed: sedEffects,
  gsed: sedEffects,
  awk: awkEffects,
  gawk: awkEffects,
  mawk: awkEffects,
  perl: ({ name, args, effects }) => {
    const edits = args.find(({ text }) => /^-[a-hj-zA-Z0]*i/.test(text));
    if (edits !== undefined) effects.write(name, ...readOptions(args, ['-e', '-E']).operands);
    effects.doubt("can't tell what perl does");
  },
  sort: (context) => {
    writesOption('-o', '--output', ['-k', '-t', '-S', '-T'])(context);
    writesOption('-T', '--temporary-directory', ['-k', '-t', '-S', '-o'])(context);
    if (hasOption(readOptions(context.args), '--compress-program')) context.effects.doubt('sort runs another program');
  },
  uniq: ({ name, args, effects }) => effects.write(name, ...readOptions(args, ['-f', '-s', '-w']).operands.slice(1)),
  xxd: ({ name, args, effects }) =>
    effects.write(name, ...readOptions(args, ['-c', '-g', '-l', '-o', '-s']).operands.slice(1)),
  tree: (context) => {
    writesOption('-o', '--output', ['-L', '-P', '-I'])(context);
    if (hasOption(readOptions(context.args, ['-o', '-L', '-P', '-I']), '-R'))
      context.effects.doubt('tree -R may write lists');
  },
  iconv: writesOption('-o', '--output', ['-f', '-t']),
  rg: ({ args, effects }) => {
    if (hasOption(readOptions(args), '--pre', '--hostname-bin')) effects.doubt('rg runs another program');
  },
  split: ({ name, args, effects }) => {
    const read = readOptions(args, ['-a', '-b', '-C', '-l', '-n', '--bytes', '--lines', '--number']);
    effects.write(name, read.operands[1] ?? { text: 'xaa', isDynamic: false, prefix: 'xaa' });
    if (hasOption(read, '--filter')) effects.doubt('split runs another program');
  },
  tar: archiveEffects,
  unzip: ({ name, args, effects }) => {
    const read = readOptions(args, ['-d', '-x']);
    const folders = valuesOf(read, '-d');
    if (hasOption(read, '-l', '-t', '-p')) return;
    effects.writeTree(name, ...(folders.length === 0 ? [HERE] : folders));
    effects.noteLinks();
  },
  curl: curlEffects,
  wget: wgetEffects,
  find: findActions,
  git: gitEffects,
  baton: ownCommandEffects,
  ...EVERYDAY_HANDLERS,
  eval: ({ args, effects, runText }) => {
    if (args.some(({ isDynamic }) => isDynamic)) effects.doubt('eval runs text that the shell fills in');
    runText(args.map(({ text }) => text).join(' '));
  },
  trap: ({ args, effects, runText }) => {
    if (args[0]?.isDynamic === true) effects.doubt('trap runs text that the shell fills in');
    runText(args[0]?.text ?? '');
  },
  xargs: ({ args, effects, runWords }) => {
    const rest = afterOptions(args, [
      '-I',
      '-n',
      '-P',
      '-L',
      '-d',
      '-a',
      '-E',
      '-s',
      '--max-args',
      '--max-procs',
      '--replace',
      '--delimiter',
      '--arg-file',
    ]);
    if (hasOption(readOptions(args), '-I', '-i', '--replace') && !READ_ONLY.has(rest[0]?.text ?? '')) {
      effects.doubt('xargs fills in parts of a command');
    }
    // What xargs adds at the end is not on the command line.
    const filled = rest.map((word) =>
      word.text.includes('{}')
        ? { ...word, isDynamic: true, prefix: word.text.slice(0, word.text.indexOf('{}')) }
        : word,
    );
    if (rest.length > 0) runWords([...filled, { text: '', isDynamic: true, prefix: '' }]);
    else effects.mention('xargs', HERE);
  },
  env: ({ args, effects, runWords, runText }) => {
    const read = readOptions(args, ['-u', '--unset', '-C', '--chdir', '-S', '--split-string']);
    if (hasOption(read, '-C', '--chdir')) effects.doubt('env changes the directory');
    if (args.some(({ prefix }) => STEERING_VARIABLES.test(prefix)))
      effects.doubt('a variable is set that changes what runs');
    for (const { text } of valuesOf(read, '-S', '--split-string')) {
      runText(text);
      effects.doubt('env takes a text apart, and adds what follows to it');
    }
    runWords(afterOptions(args, ['-u', '--unset', '-C', '--chdir', '-S', '--split-string']));
  },
  timeout: ({ args, runWords }) => runWords(afterOptions(args, ['-k', '-s', '--kill-after', '--signal']).slice(1)),
  sudo: otherRights(['-u', '-g', '-h', '-p', '-C', '-T', '-U', '-D', '-R', '--user', '--group', '--chdir', '--chroot']),
  doas: otherRights(['-u', '-C']),
  su: ({ args, effects, runText }) => {
    effects.doubt('su runs with the rights of another user');
    const text = valueOf(readOptions(args, ['-c', '--command', '-s']), '-c', '--command');
    if (text !== null) runText(text.text);
  },
  ...Object.fromEntries(SHELLS.map((shell) => [shell, shellEffects])),
  ...Object.fromEntries(
    Object.entries(WRAPPERS).map(([wrapper, valued]) => [
      wrapper,
      ({ args, runWords, name, effects }: CommandContext) => {
        if (name === 'time' && args[0]?.text.startsWith('-') === true) effects.doubt('time may write a file');
        const isQuestion = name === 'command' && /^-[vV]/.test(args[0]?.text ?? '');
        if (!isQuestion) runWords(afterOptions(args, valued));
      },
    ]),
  ),
  // Stopping at errors and printing commands change nothing; other settings and new arguments may.
  set: ({ name, args, effects }) => {
    if (args.length === 0 || args.some(({ text, isDynamic }) => isDynamic || !/^(?:[-+][eux]*o?|pipefail)$/.test(text)))
      effects.doubt(`can't tell what ${name} does`);
  },
  hash: ({ name, args, effects }) => {
    if (args.some(({ text, isDynamic }) => isDynamic || (text !== '-r' && text.startsWith('-'))))
      effects.doubt(`${name} may let a name stand for another program`);
  },
  source: doubtful,
  '.': doubtful,
  alias: doubtful,
};

/** Commands whose handlers look at words that the shell fills in: those that run others, and some with arguments that cannot be options. */
export const LOOKS_ITSELF: ReadonlySet<string> = new Set([
  ...['baton', 'git', 'eval', 'trap', 'xargs', 'env', 'timeout', 'sudo', 'doas', 'su', 'find'],
  ...SHELLS,
  ...Object.keys(WRAPPERS),
]);

/** The command that follows a wrapper's own options and assignments. */
function afterOptions(args: readonly ShellWord[], valued: readonly string[]): readonly ShellWord[] {
  for (let index = 0; index < args.length; index += 1) {
    const text = args[index]?.text ?? '';
    if (text === '--') return args.slice(index + 1);
    if (valued.includes(text)) index += 1;
    else if (!text.startsWith('-') && !/^[A-Za-z_]\w*=/.test(text)) return args.slice(index);
  }
  return [];
}

function otherRights(valued: readonly string[]): Handler {
  return ({ name, args, effects, runWords }) => {
    effects.doubt(`${name} runs with other rights`);
    runWords(afterOptions(args, valued));
  };
}

function shellEffects(context: CommandContext): void {
  const { name, args, effects, body, isPiped, runText } = context;
  const read = readOptions(args, ['-O', '-o', '--rcfile', '--init-file']);
  if (hasOption(read, '--rcfile', '--init-file')) effects.doubt(`${name} runs a script file`);
  if (hasOption(read, '-c')) {
    const script = read.operands[0];
    if (script === undefined || script.isDynamic) effects.doubt(`${name} -c runs text that the shell fills in`);
    runText(script?.text ?? '');
  } else if (read.operands[0] !== undefined)
    scriptEffects({ ...context, args: read.operands.slice(1) }, read.operands[0]);
  else if (body !== null) runText(body);
  else if (isPiped) effects.doubt(`${name} runs the output of another command`);
  else if (!hasOption(read, '--version', '--help')) effects.doubt(`${name} runs what it is given later`);
}

const HARMLESS = [
  ...['--keep', '--stdout', '--to-stdout', '--decompress', '--uncompress', '--force', '--quiet', '--verbose'],
  ...['--best', '--fast', '--test', '--list', '--recursive', '--no-name', '--rm'],
];

/** Files that are replaced by their compressed or plain form. Long options may name others, or a list of them. */
function compressEffects({ name, args, effects }: CommandContext): void {
  const read = readOptions(args);
  effects.write(name, ...read.operands);
  if (otherOptions(read, ...HARMLESS).some((option) => option.startsWith('--') || option === '-S'))
    effects.doubt(`${name} has options that may name other files`);
}

const MODE = /^-[ugoa]*[-+=]?[rwxXst]/;

/** Files whose mode, owner or attributes change; the first operand is the mode, unless it is given otherwise. */
function permissionEffects({ name, args, effects }: CommandContext): void {
  const read = readOptions(args, []);
  // `chmod -x file` and `chattr -i file` give the mode as if it were an option.
  const isElsewhere =
    hasOption(read, '--reference') ||
    (name === 'chmod' && args.some(({ text }) => MODE.test(text))) ||
    (name === 'chattr' && args.some(({ text }) => /^-[^-R]/.test(text)));
  const files = read.operands.slice(isElsewhere ? 0 : 1).filter(({ text }) => name !== 'chattr' || !/^[+=]/.test(text));
  effects.write(name, ...files);
}

/** Files whose access list changes. */
function accessListEffects({ name, args, effects }: CommandContext): void {
  const read = readOptions(args, ['-m', '-x', '-M']);
  effects.write(name, ...read.operands);
  if (hasOption(read, '--restore')) effects.doubt('setfacl takes the names of files from a file');
}
