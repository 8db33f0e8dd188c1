import { compileGlobs } from '@batonkit/core/text';
import type { GuardFacts, GuardPolicy, GuardVerdict, ToolKind, ToolUse } from '../policy/guard-policy.ts';
import { markPattern, mayName, splitPattern } from '../shell/may-name.ts';
import { isOwnProgram, judgeOwnTool } from '../shell/own-commands.ts';
import { parseShellWrites } from '../shell/parse-shell-writes.ts';
import { findProtocolObjection } from '../policy/protocol-writes.ts';
import { foldPath, isBelow, resolveTarget, type Target } from '../policy/resolve-target.ts';
import type { ShellEffects, ShellPath } from '../shell/shell-effects.ts';

/** The policy's globs, compiled once for a tool use. */
interface Globs {
  readonly isDenied: (path: string) => boolean;
  readonly isProtected: (path: string) => boolean;
  readonly isEvidence: (path: string) => boolean;
  readonly isAsked: (path: string) => boolean;
  readonly isCoordination: (path: string) => boolean;
}

/** A write, and where it leads. */
interface Write {
  readonly write: ShellPath;
  readonly target: Target;
}

const NOTHING: ShellEffects = {
  writes: [],
  mentions: [],
  entered: [],
  roams: [],
  runs: [],
  decisions: [],
  unclear: [],
};

/**
 * Judges a tool use before it happens: `deny` for a tool that is not allowed, a write outside the writable roots, to evidence, to a denied
 * file, into another working tree, into `.git`, against the protocol's state, and any direct access to the store's own folders; `ask` (or
 * `deny`, as the policy says) when it cannot be told what is written, and for what only a person decides; `allow` otherwise. Paths are followed as
 * the system follows them: `..`, links, `~`, other spellings of a name. Pure, never throws.
 *
 * @example
 * ```ts
 * import { DEFAULT_GUARD_POLICY, guard } from '@batonkit/guard';
 *
 * const facts = { root: '/work', home: '/home/me' };
 * guard({ tool: 'Write', input: { file_path: 'src/a.ts' } }, DEFAULT_GUARD_POLICY, facts).decision; // => 'allow'
 * guard({ tool: 'Write', input: { file_path: 'src/../.git/config' } }, DEFAULT_GUARD_POLICY, facts).reason; // => ".git/config may not be written: it belongs to git. Use git's own commands; no setting opens it to agents."
 * guard({ tool: 'Bash', input: { command: 'npm test && git commit -am Done' } }, DEFAULT_GUARD_POLICY, facts).decision; // => 'allow'
 * guard({ tool: 'Bash', input: { command: 'npm publish' } }, DEFAULT_GUARD_POLICY, facts).decision; // => 'ask'
 * ```
 */
export function guard(toolUse: ToolUse, policy: GuardPolicy, facts: GuardFacts): GuardVerdict {
  const kind = Object.hasOwn(policy.tools, toolUse.tool) ? policy.tools[toolUse.tool] : undefined;
  const own = kind === undefined ? judgeOwnTool(toolUse, settingsOf(facts)) : null;
  if (own !== null) return { ...own, writes: [] };
  if (kind === undefined) {
    const tool = shorten(toolUse.tool);
    return deny(
      `The tool ${tool} is not allowed here: it is not listed. To allow one that touches no files, a person adds "${tool}": { "kind": "other", "fields": [] } to guard.tools in ${settingsOf(facts)}.`,
    );
  }
  const touched = findTouched(kind, toolUse, policy);
  const targets = touched.writes.map((write) => ({ write, target: resolveTarget(write.path, facts) }));
  const roams = touched.roams.map((roam) => describe(resolveTarget(roam.path, facts), roam.path));
  const writes = [...new Set([...targets.map(({ target, write }) => describe(target, write.path)), ...roams])];

  for (const read of touched.mentions) {
    const objection = findStoreObjection(resolveTarget(read.path, facts), read, policy, facts);
    if (objection !== null) return deny(objection, writes);
  }
  const isNeeded = targets.length > 0 || touched.roams.length > 0;
  const lower = (globs: readonly string[]): readonly string[] =>
    isNeeded ? globs.map((glob) => glob.toLowerCase()) : [];
  const globs: Globs = {
    isDenied: compileGlobs(lower(policy.deniedGlobs)),
    isProtected: compileGlobs(lower(policy.protectedGlobs)),
    isEvidence: compileGlobs(lower(policy.evidenceGlobs)),
    isAsked: compileGlobs(lower(policy.askedGlobs)),
    isCoordination: compileGlobs(facts.protocol === undefined ? [] : policy.coordinationGlobs),
  };
  for (const { write, target } of targets) {
    const objection = findObjection(target, write, policy, facts, globs);
    if (objection !== null) return deny(objection, writes);
  }
  const unclear = [
    ...touched.unclear,
    ...findBaits(touched.entered, targets, policy, facts),
    ...findTrees(targets, policy, facts),
    ...findRoaming(touched, targets, policy, facts, globs),
    ...findGivenEvidence(touched, facts, globs),
  ];
  if (unclear.length > 0) {
    const opened =
      kind.kind === 'shell'
        ? `To let it pass, a person can add the command line to guard.trustedCommands in ${settingsOf(facts)}.`
        : 'No setting opens it to agents.';
    const reason = `Can't determine what this writes: ${[...new Set(unclear)].join('; ')}. ${opened}`;
    return { decision: policy.whenUnclear, reason, writes };
  }
  if (touched.decisions.length > 0) {
    const reason = `A person decides this: ${touched.decisions.join('; ')}. To let it pass without asking, a person can add the command line to guard.trustedCommands in ${settingsOf(facts)}.`;
    return { decision: policy.whenUnclear, reason, writes };
  }
  const asked = targets.find(({ target }) => target.kind !== 'unusable' && globs.isAsked(foldedPath(target, facts)));
  if (asked !== undefined) {
    const reason = `A person decides this: ${describe(asked.target, asked.write.path)} tells agents what to do. To let such files be written without asking, a person edits guard.askedGlobs in ${settingsOf(facts)}.`;
    return { decision: policy.whenUnclear, reason, writes };
  }
  const reason =
    writes.length === 0 ? 'It writes nothing.' : `It writes only where it may: ${shorten(writes.join(', '))}.`;
  return { decision: 'allow', reason, writes };
}

function settingsOf({ settings = 'batonkit.config.json' }: GuardFacts): string {
  return settings;
}

function findTouched({ kind, fields }: ToolKind, { tool, input }: ToolUse, policy: GuardPolicy): ShellEffects {
  if (kind === 'other') return NOTHING;
  const values = fields
    .map((field) => (Object.hasOwn(input, field) ? input[field] : undefined))
    .filter((value) => value !== undefined && value !== null);
  const texts = values.filter((value) => typeof value === 'string');
  const isMissing = texts.length < values.length || (texts.length === 0 && kind !== 'read');
  const unclear = isMissing ? [`${tool} does not say in ${fields.join(' or ')} what it works on`] : [];
  const named = (path: string): ShellPath => ({ path, isPartial: false, by: tool, word: path });
  if (kind === 'read')
    return { ...NOTHING, mentions: texts.flatMap((text) => [named(text), ...asGlob(tool, text)]), unclear };
  if (kind === 'write') return { ...NOTHING, writes: texts.map(named), unclear };
  const effects = texts.filter((command) => !isTrusted(command, policy)).map((command) => parseShellWrites(command));
  return {
    writes: effects.flatMap((effect) => effect.writes),
    mentions: effects.flatMap((effect) => effect.mentions),
    entered: effects.flatMap((effect) => effect.entered),
    roams: effects.flatMap((effect) => effect.roams),
    runs: effects.flatMap((effect) => effect.runs),
    decisions: effects.flatMap((effect) => effect.decisions),
    unclear: [...unclear, ...effects.flatMap((effect) => effect.unclear)],
  };
}

/** What a tool that searches by globs may find: `**` stands for folders of any depth, none among them. */
function asGlob(by: string, text: string): readonly ShellPath[] {
  if (!/[*?[{]/.test(text) || text.length > 1000) return [];
  const plain = text.replaceAll(/(?:^|(?<=\/))\*\*\//g, '');
  const globs = Array.from(plain, (character, at) => ('*?[{'.includes(character) ? at : -1)).filter((at) => at >= 0);
  const pattern = markPattern(plain, [], globs);
  return [{ path: splitPattern(pattern).fixed, isPartial: true, by, word: text, pattern }];
}

/** Agents may write there, so what a command finds there may have been put there for it. */
function findBaits(
  entered: readonly ShellPath[],
  writes: readonly Write[],
  policy: GuardPolicy,
  facts: GuardFacts,
): readonly string[] {
  return entered.flatMap(({ path, by }) => {
    const target = resolveTarget(path, facts);
    if (target.kind !== 'inside' || target.path === '' || !isWritable(target.path, policy, facts)) return [];
    const isMade = writes.some(
      (one) =>
        one.target.kind !== 'unusable' &&
        isBelow(one.target.absolute, target.absolute) &&
        MAKES_REPOSITORY.test(one.target.absolute),
    );
    const isBait =
      isMade || foldersUpTo(target.path, target.absolute).some((folder) => facts.isGitDirectory?.(folder) ?? true);
    return isBait ? [`${by} works in ${describe(target, path)}, where agents may write`] : [];
  });
}

const MAKES_REPOSITORY = /\/(?:HEAD|objects|refs|config)(?:\/|$)/i;

/** A folder and those above it, up to the root and without it. */
function foldersUpTo(path: string, absolute: string): readonly string[] {
  const depth = path.split('/').length;
  return Array.from({ length: depth }, (_, up) =>
    absolute
      .split('/')
      .slice(0, absolute.split('/').length - up)
      .join('/'),
  );
}

/** A folder that is written with whatever a source holds must not hold what agents may not write. */
function findTrees(targets: readonly Write[], policy: GuardPolicy, facts: GuardFacts): readonly string[] {
  return targets.flatMap(({ write, target }) => {
    const local = write.isTree === true && target.kind !== 'unusable' ? localPath(target, facts) : null;
    if (local === null) return [];
    // What git does not track, it does not write either.
    const isGit = write.by.startsWith('git ');
    const own = isGit ? undefined : [...policy.storeDirectories, '.git'].find((closed) => isIn(closed, local));
    const evidence = policy.evidenceGlobs.filter((glob) => isThere(fixedPart(glob), facts));
    const held = own ?? firstOf([...policy.protectedGlobs, ...evidence], (glob) => closedIn(glob, local));
    if (held === null) return [];
    return isGit
      ? [`${write.by} may put another ${held} in place, which is not the agents' to write; name the folders you need`]
      : [`${write.by} may write into ${held}, which is not the agents' to write`];
  });
}

/** What build tools and scripts are given must lie where agents may write, and not be written by the same command line. */
function findRoaming(
  { roams, runs }: Pick<ShellEffects, 'roams' | 'runs'>,
  writes: readonly Write[],
  policy: GuardPolicy,
  facts: GuardFacts,
  globs: Globs,
): readonly string[] {
  const problemOf = ({ path, by }: ShellPath): string | null => {
    const target = resolveTarget(path, facts);
    const local = target.kind === 'unusable' ? null : localPath(target, facts);
    if (local === null) return `${by} works on ${describe(target, path)}, outside the repository`;
    const names = foldPath(local).split('/');
    const folded = names.join('/');
    // Installed programs may be run, Batonkit's own too; they may not be written.
    const isClosed = globs.isProtected(folded) && !names.includes('node_modules') && !isOwnProgram(local);
    if (names.some(isGitName) || isClosed || globs.isEvidence(folded))
      return `${by} works on ${describe(target, path)}, which is not the agents' to write`;
    const isOwn = target.kind !== 'unusable' && isInOwnTree(target, facts);
    return isOwn || isWritable('', policy, facts) ? null : `can't tell what ${by} writes`;
  };
  const written = writes.flatMap(({ target }) => (target.kind === 'unusable' ? [] : [target.absolute]));
  const isMade = ({ path }: ShellPath): boolean => {
    const target = resolveTarget(path, facts);
    return target.kind !== 'unusable' && written.some((made) => isBelow(target.absolute, made));
  };
  const steered = roams.length === 0 ? undefined : written.find((path) => BUILD_FILES.test(path));
  return [
    ...[...roams, ...runs].flatMap((one) => problemOf(one) ?? []),
    ...runs.filter(isMade).map(({ by, word }) => `${by} runs ${shorten(word)}, which the same command line writes`),
    ...(steered === undefined ? [] : [`a tool runs by ${shorten(steered)}, which the same command line writes`]),
  ];
}

/** Build tools and formatters may write each file that they are given. */
function findGivenEvidence(
  { roams, mentions }: Pick<ShellEffects, 'roams' | 'mentions'>,
  facts: GuardFacts,
  globs: Globs,
): readonly string[] {
  const tools = new Set(roams.map(({ by }) => by));
  return mentions
    .filter(({ by }) => tools.has(by))
    .flatMap(({ path, by }) => {
      const target = resolveTarget(path, facts);
      const local = target.kind === 'unusable' ? null : localPath(target, facts);
      const folded = local === null ? '' : foldPath(local);
      // The folder that a glob covers counts as what lies in it.
      const isClosed = [folded, `${folded}/x`].some((one) => globs.isEvidence(one) || globs.isProtected(one));
      return isClosed ? [`${by} works on ${describe(target, path)}, which is not the agents' to write`] : [];
    });
}

const BUILD_FILES =
  /\/(?:package\.json|\.npmrc|GNUmakefile|[Mm]akefile|justfile|build\.(?:gradle|rs|ninja)|pom\.xml|pyproject\.toml|setup\.(?:py|cfg)|conftest\.py|tox\.ini|Cargo\.toml|Rakefile|Gemfile|[\w.-]+\.config\.[cm]?[jt]s)$/;

function isTrusted(command: string, { trustedCommands }: GuardPolicy): boolean {
  const plain = command.trim().replaceAll(/[ \t]+/g, ' ');
  return trustedCommands.includes(plain);
}

function findStoreObjection(
  target: Target,
  read: ShellPath,
  { storeDirectories }: GuardPolicy,
  facts: GuardFacts,
): string | null {
  const { path, word, isPartial, isTree, by, pattern } = read;
  if (target.kind === 'unusable' && target.reason.includes('/proc'))
    return `${shorten(word)} may not be used: ${target.reason}. Name the file itself.`;
  const places = (
    target.kind === 'inside' ? [target.path, target.absolute] : target.kind === 'outside' ? [target.absolute] : []
  ).map(foldPath);
  // A name with a dot in front is the store wherever it turns up: behind a link, in another tree, behind another user's home.
  const names = new Set(foldPath(`${path}/${word}`.replace(/^\w+=/, '')).split('/'));
  const own = storeDirectories.find((given) => {
    const folder = foldPath(given.replace(/\/+$/, ''));
    const name = folder.slice(folder.lastIndexOf('/') + 1);
    if (name.startsWith('.') && names.has(name)) return true;
    if (places.some((place) => isBelow(place, folder) || (isTree === true && isBelow(folder, place)))) return true;
    if (!isPartial) return false;
    if (foldPath(word).includes(folder)) return true;
    // What a variable holds may be put together with more later.
    if (by === 'assignment')
      return places.some((place) => place.length > 1 && folder.startsWith(place) && folder[place.length] !== '/');
    const absolute = folder.startsWith('/') ? folder : foldPath(`${facts.root}/${folder}`);
    return pattern !== undefined && mayReach(pattern, absolute, facts);
  });
  if (own === undefined) return null;
  const shown = shorten(word);
  const touches = isTree === true && !names.has(own) ? `${shown} holds the store` : `${shown} belongs to the store`;
  return `${touches} (${own}). Use Batonkit's own commands instead: \`baton list\`, \`baton status <task>\` and \`baton get <task>\` read it, turns such as \`baton hand-off\` write it. No setting opens it to agents.`;
}

/** Whether a word with globs or variables may come to name a path. */
function mayReach(pattern: string, path: string, facts: GuardFacts): boolean {
  const { fixed, open } = splitPattern(pattern);
  const folder = resolveTarget(fixed === '' ? '.' : fixed, facts);
  if (folder.kind === 'unusable') return false;
  const namesOf = (text: string): readonly string[] =>
    foldPath(text)
      .split('/')
      .filter((name) => name !== '');
  return mayName(open, namesOf(folder.absolute), namesOf(path));
}

function findObjection(
  target: Target,
  write: ShellPath,
  policy: GuardPolicy,
  facts: GuardFacts,
  globs: Globs,
): string | null {
  const { path, isPartial, by } = write;
  if (target.kind === 'unusable')
    return `${shorten(path)} may not be written: ${target.reason}. No setting opens it; name the file in another way.`;
  const store = findStoreObjection(target, { ...write, isTree: false }, policy, facts);
  if (store !== null) return store;
  const shown = describe(target, path);
  // The shell fills in the rest: only what is fixed can be judged, and a doubt is noted elsewhere.
  if (isPartial && !path.includes('/') && !path.startsWith('~')) return null;
  const settings = settingsOf(facts);
  if (!isInOwnTree(target, facts)) {
    if (target.kind === 'outside')
      return `${shown} may not be written: it is outside the workspace (${facts.root}). No setting opens it to agents; a person can write it, or start the agent there.`;
    const tree = facts.otherTrees?.find((other) => isBelow(target.absolute, other));
    if (tree !== undefined)
      return `${shown} may not be written: it belongs to another working tree (${tree}). No setting opens it; start the agent in that tree.`;
    const held =
      REMOVING.test(by) || (target.path !== '' && BRINGS_BACK.test(by)) ? findHeld(target.path, policy, facts) : null;
    if (held !== null)
      return `${shown} may not be touched by ${by}: ${held} lies in it. No setting opens it to agents.`;
    if (!isWritable(target.path, policy, facts))
      return `${shown} may not be written: it is outside the writable folders (${policy.writableRoots.join(', ')}). To change that, a person edits guard.writableRoots or guard.profile in ${settings}.`;
  }
  const local = localPath(target, facts) ?? target.absolute;
  const folded = foldedPath(target, facts);
  const names = foldPath(local).split('/');
  if (names.some(isGitName))
    return `${shown} may not be written: it belongs to git. Use git's own commands; no setting opens it to agents.`;
  if (globs.isProtected(folded))
    return `${shown} may not be written: it steers the guard or the agent's tools. No setting opens it to agents; a person edits it.`;
  if (globs.isDenied(folded))
    return `${shown} may not be written: the policy denies it. To change that, a person edits guard.deniedGlobs in ${settings}.`;
  if (globs.isEvidence(folded))
    return `${shown} may not be written: it is evidence, which Batonkit writes itself (\`baton tiers compact\` writes decisions, hooks write logs). To change that, a person edits guard.evidenceGlobs in ${settings}.`;
  if (facts.protocol === undefined) return null;
  const isCoordination = !local.startsWith('/') && globs.isCoordination(local);
  const objection = findProtocolObjection({ absolute: target.absolute, isCoordination }, facts.protocol);
  return objection === null
    ? null
    : `${shown} may not be written. ${objection} \`baton next\` shows the next step; guard.coordinationGlobs in ${settings} lists the files that are always open.`;
}

/** The path that globs of files to refuse are held against. */
function foldedPath(target: Exclude<Target, { kind: 'unusable' }>, facts: GuardFacts): string {
  return foldPath(localPath(target, facts) ?? target.absolute).replace(/^\//, '');
}

/** The path from the top of the tree it lies in: the workspace, or the agent's own working tree wherever that is. Null elsewhere. */
function localPath(target: Exclude<Target, { kind: 'unusable' }>, facts: GuardFacts): string | null {
  const own = facts.protocol?.agentWorktree?.replace(/\/+$/, '') ?? null;
  if (own !== null && isInOwnTree(target, facts)) return target.absolute.slice(own.length + 1);
  if (target.kind === 'outside') return null;
  return facts.otherTrees?.some((other) => isBelow(target.absolute, other)) === true ? null : target.path;
}

function isInOwnTree({ absolute }: { readonly absolute: string }, { protocol }: GuardFacts): boolean {
  const own = protocol?.agentWorktree?.replace(/\/+$/, '') ?? null;
  return own !== null && absolute !== own && isBelow(absolute, own);
}

function isGitName(name: string): boolean {
  return name === '.git' || name === 'git~1';
}

/** Commands that change or remove a whole folder with everything in it. */
const REMOVING = /^(?:rm|rmdir|unlink|shred|mv|find|chmod|chown|chgrp|chattr|setfacl|ln|git (?:rm|mv|clean))$/;

/** Commands that bring back an earlier state of a folder; of the whole repository that is everyday work. */
const BRINGS_BACK = /^git (?:checkout|restore|stash)$/;

/** What may not be touched of that which lies in a folder; null when nothing does. */
function findHeld(path: string, policy: GuardPolicy, facts: GuardFacts): string | null {
  const trees = facts.otherTrees ?? [];
  if (trees.some((tree) => isBelow(tree, `${facts.root}/${path}`.replace(/\/+$/, '')))) return 'another working tree';
  if ([...policy.storeDirectories, '.git'].some((own) => isIn(own, path))) return 'the store or git';
  return firstOf([...policy.protectedGlobs, ...policy.evidenceGlobs], (glob) => {
    // To remove all dependencies is everyday work, and without its program no hook lets anything pass.
    const closed = glob.includes('node_modules') ? null : closedIn(glob, path);
    return closed !== null && isThere(closed, facts) ? closed : null;
  });
}

/**
 * What agents may not write of a folder, by the part of a glob that is fixed: it lies in the folder, or, of a glob for any depth, the folder is
 * called like its beginning. Null when the folder holds nothing of it.
 */
function closedIn(glob: string, folder: string): string | null {
  const isAnywhere = glob.startsWith('**/');
  const closed = fixedPart(isAnywhere ? glob.slice(3) : glob);
  if (closed === '') return null;
  if (isIn(closed, folder)) return closed;
  if (!isAnywhere) return null;
  const [names, parts] = [folder.split('/'), closed.split('/')];
  const shared = parts.findIndex((_, at) =>
    parts.slice(0, at + 1).every((part, index) => foldPath(part) === foldPath(names.at(index - at - 1) ?? '')),
  );
  return shared === -1 ? null : [...names.slice(0, -shared - 1), closed].join('/');
}

function isIn(path: string, folder: string): boolean {
  return isBelow(foldPath(path), foldPath(folder));
}

function firstOf(globs: readonly string[], find: (glob: string) => string | null): string | null {
  for (const glob of globs) {
    const found = find(glob);
    if (found !== null) return found;
  }
  return null;
}

function isThere(path: string, { root, exists }: GuardFacts): boolean {
  return exists?.(`${root}/${path}`) ?? true;
}

/** The folders of a glob up to its first sign; the whole path when it has none. */
function fixedPart(glob: string): string {
  const sign = glob.search(/[*?[{]/);
  return sign === -1 ? glob.replace(/\/+$/, '') : glob.slice(0, Math.max(glob.lastIndexOf('/', sign), 0));
}

function isWritable(path: string, { writableRoots }: GuardPolicy, { isCaseInsensitive }: GuardFacts): boolean {
  const fold = (text: string): string => (isCaseInsensitive === true ? text.normalize('NFC').toLowerCase() : text);
  return writableRoots.some((root) => isBelow(fold(path), fold(root.replace(/^\.\/|^\.$|\/+$/g, ''))));
}

function describe(target: Target, path: string): string {
  if (target.kind === 'unusable') return shorten(path);
  if (target.kind === 'outside') return shorten(target.absolute);
  return target.path === '' ? 'the workspace itself' : shorten(target.path);
}

function shorten(text: string): string {
  const visible = Array.from(text.slice(0, 400), (character) =>
    character < ' ' || character === '\u007F' ? '\uFFFD' : character,
  ).join('');
  return visible.length > 200 ? `${visible.slice(0, 200)}…` : visible;
}

function deny(reason: string, writes: readonly string[] = []): GuardVerdict {
  return { decision: 'deny', reason, writes };
}
