/**
 * One row of the table of changes: what was there, what somebody did after the hand-off, and whether that has to be seen. Scripts run with
 * `sh -e` in the top directory; the steps of `edits` need no shell, so that working trees in memory take them, too.
 */
export interface DriftScenario {
  readonly name: string;
  /** Committed before the turn begins. */
  readonly start?: string;
  /** What the role did beside its usual work, before it handed off. */
  readonly turn?: string;
  readonly after: string | readonly EditStep[];
  /** Set in the environment of whoever looks after the hand-off. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Every engine may refuse to look, by name, instead of seeing the change. */
  readonly mayRefuse?: boolean;
}

/** One step without a shell. */
export type EditStep =
  | readonly ['write', path: string, content: string]
  | readonly ['remove', path: string]
  | readonly ['executable', path: string, executable: boolean]
  | readonly ['link', path: string, target: string]
  | readonly ['stage', path: string]
  | readonly ['touch', path: string];

/** The files that scenarios start with, and what the role did to them: `a.txt` is edited, `new.txt` is there and not staged. */
export const scenarioFiles: Readonly<Record<string, string>> = {
  '.gitignore': 'ignored/\n*.log\n',
  'a.txt': 'alpha\n',
  'b.txt': 'beta\n',
  'run.sh': 'echo\n',
  'dir/c.txt': 'gamma\n',
  'dir/d.txt': 'delta\n',
};

const lib = [
  'git init -q -b main ../lib',
  '(cd ../lib; echo one >x.txt; echo two >y.txt; mkdir in; echo deep >in/z.txt; git add -A; git commit -q -m lib)',
].join('\n');
const submodule = `${lib}\ngit -c protocol.file.allow=always submodule --quiet add ../lib sub\ngit commit -q -m sub`;
const twice = `${lib}
git init -q -b main ../mid
(cd ../mid; echo mid >m.txt; git add -A; git commit -q -m mid; git -c protocol.file.allow=always submodule --quiet add ../lib inner; git commit -q -m inner)
git -c protocol.file.allow=always submodule --quiet add ../mid sub
git -c protocol.file.allow=always submodule --quiet update --init --recursive
git commit -q -m sub`;
const nested = 'git init -q -b main nested; (cd nested; echo one >x.txt; git add -A; git commit -q -m nested)';
const linked = 'git worktree add -q -b other wt';

/** What hooks and scripts of a caller leave in the environment, and that would lead git elsewhere. */
const ENVIRONMENTS: readonly Readonly<Record<string, string>>[] = [
  { GIT_DIR: '/nonexistent/.git' },
  { GIT_WORK_TREE: '/tmp' },
  { GIT_INDEX_FILE: '/nonexistent/index' },
  { GIT_DIR: '/nonexistent/.git', GIT_WORK_TREE: '/nonexistent', GIT_INDEX_FILE: '.git/index' },
  { GIT_COMMON_DIR: '/nonexistent', GIT_OBJECT_DIRECTORY: '/nonexistent/objects' },
  { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.fileMode', GIT_CONFIG_VALUE_0: 'false' },
  { GIT_CONFIG_PARAMETERS: "'core.excludesFile=/nonexistent'", GIT_NAMESPACE: 'other', GIT_PREFIX: 'dir/' },
  { GIT_LITERAL_PATHSPECS: '1', GIT_CEILING_DIRECTORIES: '/', GIT_ATTR_SOURCE: 'HEAD' },
];
const named = (environment: Readonly<Record<string, string>>): string => Object.keys(environment).join(', ');

/** Whatever is done here has to be seen. */
export const changes: readonly DriftScenario[] = [
  ...ENVIRONMENTS.map((environment): DriftScenario => ({
    name: `with ${named(environment)} in the environment a file that nobody touched becomes executable`,
    after: 'chmod +x b.txt',
    environment,
  })),
  ...ENVIRONMENTS.map((environment): DriftScenario => ({
    name: `with ${named(environment)} in the environment a new file appears`,
    after: 'echo more >more.txt',
    environment,
  })),
  // Plain files.
  { name: 'an edited file is edited again', after: [['write', 'a.txt', 'again\n']] },
  { name: 'an edited file is put back as it was', after: [['write', 'a.txt', 'alpha\n']] },
  { name: 'a file of the same size takes its place', after: [['write', 'a.txt', 'krow\n']] },
  { name: 'a file that nobody touched is edited', after: [['write', 'b.txt', 'other\n']] },
  { name: 'a file that nobody touched is removed', after: [['remove', 'b.txt']] },
  { name: 'an edited file is removed', after: [['remove', 'a.txt']] },
  { name: 'an untracked file is edited', after: [['write', 'new.txt', 'other\n']] },
  { name: 'an untracked file is removed', after: [['remove', 'new.txt']] },
  { name: 'an untracked file is emptied', after: [['write', 'new.txt', '']] },
  { name: 'a new file appears', after: [['write', 'more.txt', 'more\n']] },
  { name: 'a new empty file appears', after: [['write', 'empty.txt', '']] },
  { name: 'a new file appears in a new folder', after: [['write', 'deep/er/more.txt', 'more\n']] },
  {
    name: 'a folder goes',
    after: [
      ['remove', 'dir/c.txt'],
      ['remove', 'dir/d.txt'],
    ],
  },
  { name: 'the ignore file is edited', after: [['write', '.gitignore', '*.log\n']] },
  { name: 'an ignore file appears', after: [['write', 'dir/.gitignore', '*.tmp\n']] },
  { name: 'an attributes file appears', after: [['write', '.gitattributes', '*.txt -text\n']] },
  { name: 'a file becomes executable', after: [['executable', 'run.sh', true]] },
  { name: 'an untracked file becomes executable', after: [['executable', 'new.txt', true]] },
  { name: 'an edited file becomes executable', after: [['executable', 'a.txt', true]] },
  {
    name: 'a file becomes a link to its own content',
    after: [
      ['remove', 'b.txt'],
      ['link', 'b.txt', 'a.txt'],
    ],
  },
  { name: 'a link appears', after: [['link', 'link', 'a.txt']] },
  { name: 'a dangling link appears', after: [['link', 'link', 'nowhere']] },
  { name: 'an untracked file is staged', after: [['stage', 'new.txt']] },
  { name: 'an edited file is staged', after: [['stage', 'a.txt']] },
  {
    name: 'a file becomes a folder',
    after: [
      ['remove', 'b.txt'],
      ['write', 'b.txt/x', 'x\n'],
    ],
  },
  {
    name: 'a folder becomes a file',
    after: [
      ['remove', 'dir/c.txt'],
      ['remove', 'dir/d.txt'],
      ['remove', 'dir'],
      ['write', 'dir', 'file\n'],
    ],
  },
  {
    name: 'a name changes its case',
    after: [
      ['remove', 'b.txt'],
      ['write', 'B.txt', 'beta\n'],
    ],
  },
  {
    name: 'a file is renamed',
    after: [
      ['remove', 'b.txt'],
      ['write', 'z.txt', 'beta\n'],
    ],
  },
  {
    name: 'two files swap their contents',
    after: [
      ['write', 'a.txt', 'beta\n'],
      ['write', 'b.txt', 'work\n'],
    ],
  },
  { name: 'line ends change', after: [['write', 'b.txt', 'beta\r\n']] },
  { name: 'a final line end goes', after: [['write', 'b.txt', 'beta']] },
  { name: 'a link gets another target', turn: 'ln -s a.txt link', after: 'rm link; ln -s b.txt link' },
  { name: 'a link becomes a file with its text', turn: 'ln -s a.txt link', after: 'rm link; printf a.txt >link' },
  {
    name: 'a file is swapped and its time set back',
    after: 'touch -r a.txt ../t; echo krow >a.txt; touch -r ../t a.txt',
  },
  {
    name: 'a clean file is swapped and its time set back',
    after: 'touch -r b.txt ../t; echo ateb >b.txt; touch -r ../t b.txt',
  },
  {
    name: 'a clean file is replaced by one of the same size and time',
    after: 'touch -r b.txt ../t; echo ateb >../new; touch -r ../t ../new; mv ../new b.txt',
  },
  { name: 'a name with spaces, quotes and line ends appears', after: [['write', 'o d"d\n name', 'x']] },
  // What is staged.
  {
    name: 'other bytes are staged and the file is put back',
    turn: 'git add a.txt; echo later >a.txt',
    after: 'echo foreign >a.txt; git add a.txt; echo later >a.txt',
  },
  {
    name: 'other bytes of an untracked path are staged',
    turn: 'git add new.txt; echo later >new.txt',
    after: 'echo foreign >new.txt; git add new.txt; echo later >new.txt',
  },
  {
    name: 'a blob is put into the index by its id',
    turn: 'git add a.txt; echo later >a.txt',
    after: 'git update-index --cacheinfo 100644,$(printf foreign | git hash-object -w --stdin),a.txt',
  },
  {
    name: 'a blob of a clean file is put into the index',
    after: 'git update-index --cacheinfo 100644,$(printf foreign | git hash-object -w --stdin),b.txt',
  },
  {
    name: 'the staged mode changes',
    turn: 'git add a.txt; echo later >a.txt',
    after: 'git update-index --chmod=+x a.txt',
  },
  { name: 'a staged file is no longer staged', turn: 'git add a.txt', after: 'git reset -q a.txt' },
  {
    name: 'a staged version is exchanged for that of HEAD',
    turn: 'git add a.txt; echo later >a.txt',
    after: 'git reset -q a.txt',
  },
  { name: 'a clean file is taken out of the index', after: 'git rm -q --cached b.txt' },
  { name: 'an edited file is taken out of the index', after: 'git rm -q -f --cached a.txt' },
  { name: 'an untracked file is announced', after: 'git add -N new.txt' },
  {
    name: 'a path that exists nowhere is staged',
    after: 'git update-index --add --cacheinfo 100644,$(printf x | git hash-object -w --stdin),ghost.txt',
  },
  { name: 'a staged rename is taken back', turn: 'git mv b.txt z.txt', after: 'git reset -q' },
  {
    name: 'a staged removal is exchanged for an unstaged one',
    turn: 'git rm -q b.txt',
    after: 'git reset -q -- b.txt',
  },
  {
    name: 'staged bytes under skip-worktree change',
    turn: 'git add a.txt; git update-index --skip-worktree a.txt',
    after:
      'git update-index --cacheinfo 100644,$(printf foreign | git hash-object -w --stdin),a.txt; git update-index --skip-worktree a.txt',
  },
  { name: 'everything is staged', after: 'git add -A' },
  // History.
  { name: 'the work is committed', after: 'git add -A; git commit -q -m work' },
  { name: 'an empty commit is made', after: 'git commit -q --allow-empty -m empty' },
  { name: 'the last commit is amended', after: 'git commit -q --amend -m other' },
  { name: 'the work is stashed', after: 'git stash -q' },
  { name: 'the work is stashed with untracked files', after: 'git stash -q -u' },
  { name: 'everything is reset', after: 'git reset -q --hard' },
  { name: 'untracked files are cleaned', after: 'git clean -q -f -d' },
  {
    name: 'the work is stashed and another one popped',
    after: 'git stash -q; echo more >b.txt; git stash -q; git stash pop -q',
  },
  { name: 'a file is checked out of HEAD', after: 'git checkout -q a.txt' },
  // Flags.
  {
    name: 'assume-unchanged is set and the file edited',
    after: 'git update-index --assume-unchanged b.txt; echo other >b.txt',
  },
  {
    name: 'skip-worktree is set and the file edited',
    after: 'git update-index --skip-worktree b.txt; echo other >b.txt',
  },
  { name: 'skip-worktree is set and the file removed', after: 'git update-index --skip-worktree b.txt; rm b.txt' },
  {
    name: 'assume-unchanged is set and the file removed',
    after: 'git update-index --assume-unchanged b.txt; rm b.txt',
  },
  { name: 'assume-unchanged is set, nothing else', after: 'git update-index --assume-unchanged b.txt' },
  { name: 'skip-worktree is set, nothing else', after: 'git update-index --skip-worktree b.txt' },
  {
    name: 'a flag is taken away',
    turn: 'git update-index --assume-unchanged b.txt',
    after: 'git update-index --no-assume-unchanged b.txt',
  },
  {
    name: 'a file behind assume-unchanged is edited',
    turn: 'git update-index --assume-unchanged b.txt',
    after: 'echo other >b.txt',
  },
  {
    name: 'a file behind skip-worktree is edited',
    turn: 'git update-index --skip-worktree b.txt',
    after: 'echo other >b.txt',
  },
  { name: 'a file behind skip-worktree is removed', turn: 'git update-index --skip-worktree b.txt', after: 'rm b.txt' },
  {
    name: 'an edited file behind skip-worktree is edited again',
    turn: 'git update-index --skip-worktree b.txt; echo one >b.txt',
    after: 'echo two >b.txt',
  },
  {
    name: 'an edited file behind skip-worktree is removed',
    turn: 'git update-index --skip-worktree b.txt; echo one >b.txt',
    after: 'rm b.txt',
  },
  {
    name: 'a file behind assume-unchanged becomes executable',
    turn: 'git update-index --assume-unchanged b.txt',
    after: 'chmod +x b.txt',
  },
  {
    name: 'a file behind a flag becomes a link',
    turn: 'git update-index --assume-unchanged b.txt',
    after: 'rm b.txt; ln -s a.txt b.txt',
  },
  {
    name: 'a file behind a flag of a split index is edited',
    turn: 'git update-index --split-index --assume-unchanged b.txt',
    after: 'echo other >b.txt',
  },
  {
    name: 'a file behind a flag of an index of version 4 is removed',
    turn: 'git update-index --index-version 4; git update-index --skip-worktree b.txt',
    after: 'rm b.txt',
  },
  // Sparse checkouts.
  { name: 'the checkout becomes sparse', after: 'git sparse-checkout set --no-cone /a.txt /new.txt /.gitignore' },
  {
    name: 'the patterns of a sparse checkout change',
    turn: 'git sparse-checkout set --no-cone "/*" "!/dir/d.txt"',
    after: 'git sparse-checkout set --no-cone "/*" "!/dir/"',
  },
  {
    name: 'a sparse checkout is given up',
    turn: 'git sparse-checkout set --no-cone "/*" "!/dir/"',
    after: 'git sparse-checkout disable',
  },
  {
    name: 'a file that a sparse checkout leaves out appears',
    turn: 'git sparse-checkout set --no-cone "/*" "!/dir/"',
    after: 'mkdir -p dir; echo other >dir/c.txt',
  },
  {
    name: 'a file in a sparse checkout is edited',
    turn: 'git sparse-checkout set --no-cone "/*" "!/dir/"',
    after: 'echo other >b.txt',
  },
  {
    name: 'a file in a sparse checkout is removed',
    turn: 'git sparse-checkout set --no-cone "/*" "!/dir/"',
    after: 'rm b.txt',
  },
  {
    name: 'a file in a sparse checkout is flagged and removed',
    turn: 'git sparse-checkout set --no-cone "/*" "!/dir/"',
    after: 'git update-index --skip-worktree b.txt; rm b.txt',
  },
  {
    name: 'the sparse patterns are edited by hand',
    turn: 'git sparse-checkout set --no-cone "/*" "!/dir/"',
    after: 'printf "/*\\\\n" >.git/info/sparse-checkout',
  },
  // Settings and rules.
  { name: 'core.fileMode is switched off and a mode changed', after: 'git config core.fileMode false; chmod +x b.txt' },
  { name: 'core.fileMode is switched off', after: 'git config core.fileMode false' },
  { name: 'core.ignoreCase is switched on', after: 'git config core.ignoreCase true' },
  {
    name: 'core.ignoreCase is switched on and a name changes its case',
    after: 'git config core.ignoreCase true; mv new.txt NEW.txt',
  },
  {
    name: 'core.symlinks is switched off and a link becomes a file',
    turn: 'ln -s a.txt link; git add link',
    after: 'git config core.symlinks false; rm link; printf a.txt >link',
  },
  { name: 'core.symlinks is switched off', after: 'git config core.symlinks false' },
  {
    name: 'core.worktree names a copy, and the tree is edited',
    after: 'cp -r . ../copy; git config core.worktree "$(cd ../copy && pwd)"; echo other >b.txt',
  },
  { name: 'core.worktree names a folder above', after: 'git config core.worktree ../..' },
  { name: 'core.worktree names a folder inside', after: 'git config core.worktree "$PWD/dir"; echo other >b.txt' },
  {
    name: 'core.excludesFile hides a new file',
    after: 'printf more.txt >../excludes; git config core.excludesFile "$PWD/../excludes"; printf more >more.txt',
  },
  {
    name: 'core.excludesFile is set in an included file',
    after:
      'printf more.txt >../excludes; git config -f ../inc core.excludesFile "$PWD/../excludes"; git config include.path "$PWD/../inc"; printf more >more.txt',
  },
  {
    name: 'core.excludesFile gets another line',
    turn: 'printf x.txt >../excludes; git config core.excludesFile "$PWD/../excludes"',
    after: 'printf more.txt >../excludes; printf more >more.txt',
  },
  {
    name: 'core.excludesFile leads through a link',
    after:
      'printf more.txt >../excludes; ln -s excludes ../link; git config core.excludesFile "$PWD/../link"; printf more >more.txt',
  },
  {
    name: 'core.excludesFile is in the home of somebody by name',
    after:
      'printf more.txt >../excludes; git config core.excludesFile "~$(id -un)/../../../../../../../..$PWD/../excludes"; printf more >more.txt',
  },
  {
    name: 'info/exclude becomes a link to other rules',
    after:
      'printf more.txt >../excludes; mkdir -p .git/info; rm -f .git/info/exclude; ln -s "$PWD/../excludes" .git/info/exclude; printf more >more.txt',
  },
  {
    name: 'a merge that changes nothing is begun',
    turn: 'git branch side; git commit -q --allow-empty -m more',
    after:
      'git checkout -q -b aside side; git commit -q --allow-empty -m aside; git checkout -q main; git merge -q -s ours --no-commit --no-ff aside',
  },
  { name: 'a commit to pick is noted', after: 'git rev-parse HEAD >.git/CHERRY_PICK_HEAD' },
  {
    name: 'info/exclude hides a new file',
    after: 'mkdir -p .git/info; printf more.txt >>.git/info/exclude; printf more >more.txt',
  },
  { name: 'info/exclude hides what was handed off', after: 'mkdir -p .git/info; printf new.txt >>.git/info/exclude' },
  { name: 'info/exclude gets a line', after: 'mkdir -p .git/info; echo more.txt >>.git/info/exclude' },
  { name: 'info/attributes appears', after: "mkdir -p .git/info; echo '*.txt text eol=crlf' >.git/info/attributes" },
  {
    name: 'core.attributesFile is set',
    after: 'echo \'*.txt text eol=crlf\' >../attributes; git config core.attributesFile "$PWD/../attributes"',
  },
  {
    name: 'core.autocrlf is switched on and line ends change',
    after: 'git config core.autocrlf input; printf "beta\\\\r\\\\n" >b.txt',
  },
  {
    name: 'core.autocrlf hides line ends while the index is refreshed',
    after:
      'git config core.autocrlf input; printf "beta\\\\r\\\\n" >b.txt; git add b.txt; git config --unset core.autocrlf',
  },
  {
    name: 'a clean filter is there for a moment',
    after:
      "git config filter.f.clean 'echo beta'; mkdir -p .git/info; echo 'b.txt filter=f' >.git/info/attributes; echo foreign >b.txt; git add b.txt; git config --remove-section filter.f; rm .git/info/attributes",
  },
  {
    name: 'a clean filter is there and stays',
    after:
      "git config filter.f.clean 'echo beta'; mkdir -p .git/info; echo 'b.txt filter=f' >.git/info/attributes; echo foreign >b.txt; git add b.txt",
    mayRefuse: true,
  },
  {
    name: 'a folder with an ignore file of its own appears',
    after: "mkdir hole; echo '*' >hole/.gitignore; printf x >hole/x.txt",
  },
  {
    name: 'a folder of the tree hides new files and its own rules',
    after: "printf '.gitignore\\nmore.txt\\n' >dir/.gitignore; printf x >dir/more.txt",
  },
  {
    name: 'a folder that hides itself hides more',
    turn: "mkdir hole; printf '.gitignore\\nx.txt\\n' >hole/.gitignore; printf y >hole/y.txt",
    after: "echo '*' >hole/.gitignore",
  },
  {
    name: 'an attributes file that is ignored appears',
    turn: 'mkdir -p .git/info; echo .gitattributes >>.git/info/exclude',
    after: "echo '*.txt text eol=crlf' >dir/.gitattributes",
  },
  { name: 'an ignored path is unhidden', turn: 'printf x >x.log', after: [['write', '.gitignore', 'ignored/\n']] },
  // Kinds of files.
  { name: 'a pipe takes the place of a tracked file', after: 'rm b.txt; mkfifo b.txt' },
  { name: 'a new pipe appears', after: 'mkfifo pipe' },
  { name: 'a pipe goes that git says nothing of', turn: 'mkfifo pipe', after: 'rm pipe' },
  { name: 'a pipe goes with its folder', turn: 'mkdir -p deep/er; mkfifo deep/er/pipe', after: 'rm -r deep' },
  { name: 'a pipe goes that was there before the turn', start: 'mkfifo dir/pipe', after: 'rm dir/pipe' },
  { name: 'a pipe gets another name', turn: 'mkfifo pipe', after: 'mv pipe other' },
  { name: 'a pipe in a repository inside goes', start: nested, turn: 'mkfifo nested/p', after: 'rm nested/p' },
  { name: 'a .git that is no repository appears', after: 'mkdir dir/.git; echo 1 >dir/.git/x.js', mayRefuse: true },
  {
    name: 'a .git appears in a new folder',
    after: 'mkdir -p deep/er/.git; echo 1 >deep/er/.git/x.js',
    mayRefuse: true,
  },
  {
    name: 'a file in a .git that is no repository is edited',
    turn: 'mkdir -p dir/.git/in; echo 1 >dir/.git/in/x.js',
    after: 'sleep 0.1; echo 2 >dir/.git/in/x.js',
    mayRefuse: true,
  },
  {
    name: 'a .git that is no repository goes',
    turn: 'mkdir dir/.git; echo 1 >dir/.git/x.js',
    after: 'rm -r dir/.git',
    mayRefuse: true,
  },
  { name: 'a new pipe appears among tracked files', after: 'mkfifo dir/pipe' },
  { name: 'a new pipe appears in a new folder', after: 'mkdir -p deep/er; mkfifo deep/er/pipe' },
  {
    name: 'a new pipe appears among new files',
    turn: 'mkdir deep; printf x >deep/x',
    after: 'mkfifo deep/pipe',
  },
  { name: 'a pipe takes the place of an edited file', after: 'rm a.txt; mkfifo a.txt' },
  { name: 'a pipe takes the place of an untracked file', after: 'rm new.txt; mkfifo new.txt' },
  {
    name: 'a socket takes the place of a tracked file',
    after:
      "rm b.txt; node -e \"require('net').createServer().listen('b.txt', () => process.kill(process.pid, 'SIGKILL'))\" || true; test -S b.txt",
  },
  { name: 'a folder takes the place of a tracked file', after: 'rm b.txt; mkdir b.txt' },
  // Submodules.
  { name: 'a file of a clean submodule is edited', start: submodule, after: 'echo other >sub/x.txt' },
  {
    name: 'a file of a submodule is edited again',
    start: submodule,
    turn: 'echo first >sub/x.txt',
    after: 'echo two >sub/x.txt',
  },
  {
    name: 'a second file of a submodule is edited',
    start: submodule,
    turn: 'echo first >sub/x.txt',
    after: 'echo other >sub/y.txt',
  },
  { name: 'a new file appears in a submodule', start: submodule, after: 'printf new >sub/new.txt' },
  {
    name: 'a second new file appears in a submodule',
    start: submodule,
    turn: 'printf new >sub/new.txt',
    after: 'printf new >sub/more.txt',
  },
  {
    name: 'an untracked file of a submodule is edited',
    start: submodule,
    turn: 'printf new >sub/new.txt',
    after: 'printf other >sub/new.txt',
  },
  { name: 'a file of a submodule is removed', start: submodule, after: 'rm sub/in/z.txt' },
  { name: 'a file of a submodule becomes executable', start: submodule, after: 'chmod +x sub/x.txt' },
  {
    name: 'a file of a submodule is staged',
    start: submodule,
    turn: 'echo first >sub/x.txt',
    after: 'git -C sub add x.txt',
  },
  {
    name: 'staged bytes in a submodule are swapped',
    start: submodule,
    turn: 'echo first >sub/x.txt; git -C sub add x.txt; echo two >sub/x.txt',
    after: 'echo foreign >sub/x.txt; git -C sub add x.txt; echo two >sub/x.txt',
  },
  { name: 'a submodule gets a commit', start: submodule, after: 'git -C sub commit -q --allow-empty -m more' },
  {
    name: 'a submodule gets a commit of its edits',
    start: submodule,
    turn: 'echo first >sub/x.txt',
    after: 'git -C sub commit -q -a -m more',
  },
  {
    name: 'flags hide an edit in a clean submodule',
    start: submodule,
    after: 'git -C sub update-index --assume-unchanged x.txt; echo other >sub/x.txt',
  },
  {
    name: 'flags hide a removal in a clean submodule',
    start: submodule,
    after: 'git -C sub update-index --skip-worktree x.txt; rm sub/x.txt',
  },
  {
    name: 'info/exclude hides a new file in a clean submodule',
    start: submodule,
    after: 'mkdir -p .git/modules/sub/info; echo new.txt >>.git/modules/sub/info/exclude; printf new >sub/new.txt',
  },
  {
    name: 'core.fileMode of a submodule is switched off',
    start: submodule,
    after: 'git -C sub config core.fileMode false; chmod +x sub/x.txt',
  },
  {
    name: 'a submodule is not to be looked into',
    start: submodule,
    after: 'git config submodule.sub.ignore all; echo other >sub/x.txt',
  },
  { name: 'a submodule is taken away', start: submodule, after: 'rm -rf sub' },
  { name: 'a submodule is deinitialized', start: submodule, after: 'git submodule --quiet deinit -f sub' },
  { name: 'a file of a submodule in a submodule is edited', start: twice, after: 'echo other >sub/inner/x.txt' },
  {
    name: 'a file of a submodule in a submodule is edited again',
    start: twice,
    turn: 'echo first >sub/inner/x.txt',
    after: 'echo two >sub/inner/x.txt',
  },
  // Repositories and linked trees inside the tree.
  { name: 'a nested repository appears', after: nested },
  { name: 'a file of a nested repository is edited', turn: nested, after: 'echo other >nested/x.txt' },
  {
    name: 'a file of a nested repository is edited again',
    turn: `${nested}; echo first >nested/x.txt`,
    after: 'echo two >nested/x.txt',
  },
  { name: 'a new file appears in a nested repository', turn: nested, after: 'printf new >nested/new.txt' },
  { name: 'a nested repository gets a commit', turn: nested, after: 'git -C nested commit -q --allow-empty -m more' },
  {
    name: 'a nested repository hides a new file',
    turn: nested,
    after: 'mkdir -p nested/.git/info; echo new.txt >>nested/.git/info/exclude; printf new >nested/new.txt',
  },
  { name: 'a nested repository goes', turn: nested, after: 'rm -rf nested' },
  { name: 'a nested repository loses its .git', turn: nested, after: 'rm -rf nested/.git' },
  { name: 'a file of a linked tree inside is edited', turn: linked, after: 'echo other >wt/b.txt' },
  { name: 'a new file appears in a linked tree inside', turn: linked, after: 'printf new >wt/new.txt' },
  {
    name: 'a file of a linked tree inside is staged',
    turn: `${linked}; echo one >wt/b.txt`,
    after: 'git -C wt add b.txt',
  },
];

/** Whatever is done here is no change. */
export const harmless: readonly DriftScenario[] = [
  { name: 'nothing is done', after: [] },
  {
    name: 'files are touched',
    after: [
      ['touch', 'a.txt'],
      ['touch', 'b.txt'],
      ['touch', 'new.txt'],
    ],
  },
  {
    name: 'files are written with what they hold',
    after: [
      ['write', 'a.txt', 'work\n'],
      ['write', 'b.txt', 'beta\n'],
      ['write', 'new.txt', 'new\n'],
    ],
  },
  {
    name: 'an edit is undone',
    after: [
      ['write', 'b.txt', 'other\n'],
      ['write', 'b.txt', 'beta\n'],
    ],
  },
  {
    name: 'a file comes and goes',
    after: [
      ['write', 'more.txt', 'x'],
      ['remove', 'more.txt'],
    ],
  },
  {
    name: 'a mode is changed back',
    after: [
      ['executable', 'run.sh', true],
      ['executable', 'run.sh', false],
    ],
  },
  {
    name: 'ignored files come',
    after: [
      ['write', 'debug.log', 'x'],
      ['write', 'ignored/deep/x', 'x'],
    ],
  },
  { name: 'ignored files change', turn: 'printf x >debug.log', after: [['write', 'debug.log', 'y']] },
  { name: 'ignored files go', turn: 'mkdir ignored; printf x >ignored/x', after: 'rm -r ignored' },
  { name: 'an empty folder appears', after: 'mkdir -p empty/deep' },
  ...ENVIRONMENTS.map((environment): DriftScenario => ({
    name: `there is ${named(environment)} in the environment`,
    after: 'git status >/dev/null',
    environment,
  })),
  { name: 'a pipe stays', turn: 'mkfifo pipe dir/pipe', after: 'touch a.txt; git status >/dev/null' },
  { name: 'an ignored pipe goes', turn: 'mkfifo pipe.log', after: 'rm pipe.log' },
  {
    name: 'a .git that is no repository stays',
    turn: 'mkdir dir/.git; echo 1 >dir/.git/x.js; sleep 0.1',
    after: 'cat dir/.git/x.js',
    mayRefuse: true,
  },
  { name: 'an ignored pipe appears', after: 'mkdir ignored; mkfifo ignored/pipe pipe.log' },
  { name: 'a file appears and goes beside a pipe', turn: 'mkfifo pipe; sleep 1.1', after: 'printf x >y; rm y' },
  { name: 'the index is refreshed', after: 'touch a.txt b.txt; git status >/dev/null' },
  {
    name: 'the index is refreshed after everything was touched',
    after: 'find . -name .git -prune -o -type f -print | xargs touch; git update-index -q --refresh || true',
  },
  { name: 'the index is really refreshed', after: 'touch b.txt; git update-index -q --really-refresh || true' },
  { name: 'gc runs', after: 'git gc -q' },
  { name: 'gc prunes', after: 'git gc -q --prune=now' },
  { name: 'everything is repacked', after: 'git repack -q -a -d' },
  { name: 'refs are packed', after: 'git pack-refs --all' },
  { name: 'maintenance runs', after: 'git maintenance run --quiet' },
  { name: 'maintenance writes a commit graph', after: 'git commit-graph write --reachable' },
  { name: 'the reflog expires', after: 'git reflog expire --expire=now --all' },
  { name: 'the work is stashed and popped', after: 'git stash -q; git stash pop -q' },
  { name: 'the work is stashed and popped with untracked files', after: 'git stash -q -u; git stash pop -q' },
  {
    name: 'staged work is stashed and popped with its index',
    turn: 'git add a.txt; echo later >a.txt',
    after: 'git stash -q; git stash pop -q --index',
  },
  { name: 'the work is staged and reset', after: 'git add -A; git reset -q' },
  { name: 'a file is staged and unstaged', after: 'git add new.txt; git rm -q --cached new.txt' },
  { name: 'the same bytes are staged once more', turn: 'git add a.txt', after: 'git add a.txt' },
  { name: 'the index goes to version 4', after: 'git update-index --index-version 4' },
  { name: 'the index is split', after: 'git update-index --split-index' },
  { name: 'the index is split and joined', after: 'git update-index --split-index; git update-index --no-split-index' },
  { name: 'the untracked cache is switched on', after: 'git update-index --untracked-cache; git status >/dev/null' },
  {
    name: 'the untracked cache is switched on by configuration',
    after: 'git config core.untrackedCache true; git status >/dev/null',
  },
  {
    name: 'many files are announced by configuration',
    after: 'git config feature.manyFiles true; git status >/dev/null',
  },
  { name: 'the index is written anew', after: 'git read-tree HEAD; git status >/dev/null' },
  { name: 'the index is removed and written anew', after: 'rm .git/index; git reset -q' },
  {
    name: 'a flag is set and taken away',
    after: 'git update-index --assume-unchanged b.txt; git update-index --no-assume-unchanged b.txt',
  },
  { name: 'a tag is set', after: 'git tag one; git tag -m two two' },
  { name: 'a note is added', after: 'git notes add -m note' },
  { name: 'a branch is made', after: 'git branch other' },
  { name: 'a remote is named', after: 'git remote add origin https://example.com/x.git' },
  {
    name: 'a setting about people changes',
    after: 'git config user.name Other; git config alias.st status; git config color.ui always',
  },
  {
    name: 'settings about how status looks change',
    after:
      'git config status.showUntrackedFiles no; git config status.relativePaths false; git config status.short true; git config status.branch true; git config core.quotePath false',
  },
  {
    name: 'settings about how diff looks change',
    after:
      'git config diff.noprefix true; git config diff.renames copies; git config diff.external false; git config diff.ignoreSubmodules all',
  },
  {
    name: 'git is told to trust less of what it knows of files',
    after: 'git config core.checkStat minimal; git config core.trustctime false',
  },
  { name: 'a watcher is named', after: 'git config core.fsmonitor true' },
  { name: 'hooks are named', after: 'git config core.hooksPath .githooks' },
  {
    name: 'a setting is set to what it is by default',
    after: 'git config core.fileMode yes; git config core.ignoreCase false; git config core.symlinks on',
  },
  { name: 'info/exclude gets a comment', after: "mkdir -p .git/info; echo '# comment' >>.git/info/exclude" },
  {
    name: 'tools leave their caches',
    after:
      "mkdir -p .pytest_cache dir/.mypy_cache; echo '*' >.pytest_cache/.gitignore; echo '*' >dir/.mypy_cache/.gitignore; printf x >.pytest_cache/x",
  },
  { name: 'a folder that hides itself goes', turn: "mkdir hole; echo '*' >hole/.gitignore", after: 'rm -r hole' },
  { name: 'a hard link is made', after: 'ln b.txt ../hard' },
  { name: 'a file is replaced by its copy', after: 'cp b.txt ../copy; mv ../copy b.txt; git status >/dev/null' },
  { name: 'a file under a flag is touched', turn: 'git update-index --assume-unchanged b.txt', after: 'touch b.txt' },
  {
    name: 'a file that was edited under a flag is touched',
    turn: 'git update-index --skip-worktree b.txt; printf x >b.txt',
    after: 'touch b.txt',
  },
  {
    name: 'a sparse checkout is applied again',
    turn: 'git sparse-checkout set --no-cone "/*" "!/dir/"',
    after: 'git sparse-checkout reapply',
  },
  {
    name: 'a linked tree outside is made and edited',
    after: 'git worktree add -q -b other ../wt; printf x >../wt/b.txt',
  },
  {
    name: 'files with line ends to convert are touched',
    start: "echo '*.txt text=auto' >.gitattributes; git add -A; git commit -q -m attributes",
    turn: 'printf "beta\\\\r\\\\n" >b.txt',
    after: 'touch b.txt; git status >/dev/null',
  },
  {
    name: 'a submodule is looked at',
    start: submodule,
    turn: 'echo first >sub/x.txt',
    after: 'git -C sub status >/dev/null; git submodule --quiet status >/dev/null',
  },
  {
    name: 'files of a submodule are touched',
    start: submodule,
    after: 'touch sub/x.txt sub/in/z.txt; git -C sub status >/dev/null',
  },
  { name: 'a submodule is packed', start: submodule, turn: 'echo first >sub/x.txt', after: 'git -C sub gc -q' },
  {
    name: 'an edit in a submodule is undone',
    start: submodule,
    turn: 'echo first >sub/x.txt',
    after: 'echo three >sub/y.txt; git -C sub checkout -q y.txt',
  },
  {
    name: 'a nested repository is packed',
    turn: `${nested}; echo first >nested/x.txt`,
    after: 'git -C nested gc -q; touch nested/x.txt',
  },
  {
    name: 'a linked tree inside is looked at',
    turn: `${linked}; echo one >wt/b.txt`,
    after: 'git -C wt status >/dev/null; git gc -q',
  },
];
