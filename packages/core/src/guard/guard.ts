import { compileGlobs } from '../text/match-glob.ts';
import type { GuardFacts, GuardPolicy, GuardVerdict, ToolKind, ToolUse } from './guard-policy.ts';
import { parseShellWrites } from './parse-shell-writes.ts';
import { findProtocolObjection } from './protocol-writes.ts';
import { foldPath, isBelow, resolveTarget, type Target } from './resolve-target.ts';
import type { ShellPath } from './shell-effects.ts';

/** What a tool use touches, before it is judged. */
interface Touched {
  readonly writes: readonly ShellPath[];
  readonly reads: readonly ShellPath[];
  /** Folders whose content decides what a command does. */
  readonly entered: readonly ShellPath[];
  readonly unclear: readonly string[];
}

/** The policy's globs, compiled once for a tool use. */
interface Globs {
  readonly isDenied: (path: string) => boolean;
  readonly isCoordination: (path: string) => boolean;
}

/**
 * Judges a tool use before it happens: `deny` for a tool that is not allowed, a write outside the writable roots, to a denied file,
 * into `.git`, against the protocol's state, and any direct access to the store's own folders; `ask` (or `deny`, as the policy says)
 * when it cannot be told what is written; `allow` otherwise. Paths are followed as the system follows them: `..`, links, `~`, other
 * spellings of a name. Pure, never throws.
 *
 * @example
 * ```ts
 * import { DEFAULT_GUARD_POLICY, guard } from '@batonkit/core/guard';
 *
 * const facts = { root: '/work', home: '/home/me' };
 * guard({ tool: 'Write', input: { file_path: 'docs/plan.md' } }, DEFAULT_GUARD_POLICY, facts).decision; // => 'allow'
 * guard({ tool: 'Write', input: { file_path: 'docs/../src/a.ts' } }, DEFAULT_GUARD_POLICY, facts).reason; // => 'src/a.ts may not be written: it is outside the writable folders (docs, artifacts).'
 * guard({ tool: 'Bash', input: { command: 'make all' } }, DEFAULT_GUARD_POLICY, facts).decision; // => 'ask'
 * ```
 */
export function guard(toolUse: ToolUse, policy: GuardPolicy, facts: GuardFacts): GuardVerdict {
  const kind = Object.hasOwn(policy.tools, toolUse.tool) ? policy.tools[toolUse.tool] : undefined;
  if (kind === undefined) return deny(`The tool ${shorten(toolUse.tool)} is not allowed here.`);
  const touched = findTouched(kind, toolUse, policy);
  const targets = touched.writes.map((write) => ({ write, target: resolveTarget(write.path, facts) }));
  const writes = [...new Set(targets.map(({ target, write }) => describe(target, write.path)))];

  for (const read of touched.reads) {
    const objection = findStoreObjection(resolveTarget(read.path, facts), read, policy);
    if (objection !== null) return deny(objection, writes);
  }
  const globs = {
    isDenied: compileGlobs(targets.length === 0 ? [] : policy.deniedGlobs.map((glob) => glob.toLowerCase())),
    isCoordination: compileGlobs(facts.protocol === undefined ? [] : policy.coordinationGlobs),
  };
  for (const { write, target } of targets) {
    const objection = findObjection(target, write, policy, facts, globs);
    if (objection !== null) return deny(objection, writes);
  }
  const unclear = [...touched.unclear, ...findBaits(touched.entered, policy, facts)];
  if (unclear.length > 0) {
    const reason = `It cannot be told what this writes: ${unclear.join('; ')}.`;
    return { decision: policy.whenUnclear, reason, writes };
  }
  const reason =
    writes.length === 0 ? 'It writes nothing.' : `It writes only where it may: ${shorten(writes.join(', '))}.`;
  return { decision: 'allow', reason, writes };
}

function findTouched({ kind, fields }: ToolKind, { tool, input }: ToolUse, policy: GuardPolicy): Touched {
  if (kind === 'other') return { writes: [], reads: [], entered: [], unclear: [] };
  const values = fields
    .map((field) => (Object.hasOwn(input, field) ? input[field] : undefined))
    .filter((value) => value !== undefined && value !== null);
  const texts = values.filter((value) => typeof value === 'string');
  const isMissing = texts.length < values.length || (texts.length === 0 && kind !== 'read');
  const unclear = isMissing ? [`${tool} does not say in ${fields.join(' or ')} what it works on`] : [];
  const named = (path: string): ShellPath => ({ path, isPartial: false, by: tool, word: path });
  if (kind === 'read') return { writes: [], reads: texts.map(named), entered: [], unclear };
  if (kind === 'write') return { writes: texts.map(named), reads: [], entered: [], unclear };
  const effects = texts.filter((command) => !isTrusted(command, policy)).map((command) => parseShellWrites(command));
  return {
    writes: effects.flatMap((effect) => effect.writes),
    reads: effects.flatMap((effect) => effect.mentions),
    entered: effects.flatMap((effect) => effect.entered),
    unclear: [...unclear, ...effects.flatMap((effect) => effect.unclear)],
  };
}

/** Agents may write there, so what a command finds there may have been put there for it. */
function findBaits(entered: readonly ShellPath[], policy: GuardPolicy, facts: GuardFacts): readonly string[] {
  return entered.flatMap(({ path, by }) => {
    const target = resolveTarget(path, facts);
    const isBait = target.kind === 'inside' && target.path !== '' && isWritable(target.path, policy, facts);
    return isBait ? [`${by} works in ${describe(target, path)}, where agents may write`] : [];
  });
}

function isTrusted(command: string, { trustedCommands }: GuardPolicy): boolean {
  const plain = command.trim().replaceAll(/[ \t]+/g, ' ');
  return trustedCommands.includes(plain);
}

function findStoreObjection(
  target: Target,
  { path, word, isPartial }: ShellPath,
  { storeDirectories }: GuardPolicy,
): string | null {
  if (target.kind === 'unusable') return null;
  const places = (target.kind === 'inside' ? [target.path, target.absolute] : [target.absolute]).map(foldPath);
  const own = storeDirectories.find((given) => {
    const folder = foldPath(given.replace(/\/+$/, ''));
    if (places.some((place) => isBelow(place, folder))) return true;
    // A glob or a list in braces that may come to name the folder.
    return (
      isPartial &&
      (foldPath(word).includes(folder) ||
        (path !== '' && places.some((place) => place.length > 1 && folder.startsWith(place))))
    );
  });
  return own === undefined
    ? null
    : `${shorten(word)} belongs to the store (${own}); use Batonkit's own commands instead.`;
}

function findObjection(
  target: Target,
  write: ShellPath,
  policy: GuardPolicy,
  facts: GuardFacts,
  globs: Globs,
): string | null {
  const { path, isPartial, by } = write;
  if (target.kind === 'unusable') return `${shorten(path)} may not be written: ${target.reason}.`;
  const store = findStoreObjection(target, write, policy);
  if (store !== null) return store;
  const shown = describe(target, path);
  // The shell fills in the rest: only what is fixed can be judged, and a doubt is noted elsewhere.
  if (isPartial && !path.includes('/') && !path.startsWith('~')) return null;
  const roots = policy.writableRoots.join(', ');
  const own = facts.protocol?.agentWorktree ?? null;
  const isOwnWorktree = own !== null && isBelow(target.absolute, own.replace(/\/+$/, '')) && target.absolute !== own;
  if (!isOwnWorktree) {
    if (target.kind === 'outside') return `${shown} may not be written: it is outside the workspace.`;
    if (REMOVING.test(by) && holdsStore(target.path, policy))
      return `${shown} may not be touched by ${by}: the store or git lies in it.`;
    if (!isWritable(target.path, policy, facts))
      return `${shown} may not be written: it is outside the writable folders (${roots}).`;
  }
  const names = foldPath(target.kind === 'inside' ? target.path : target.absolute).split('/');
  if (names.some((name) => name === '.git' || name === 'git~1'))
    return `${shown} may not be written: it belongs to git.`;
  const folded = names.join('/').replace(/^\//, '');
  if (globs.isDenied(folded)) {
    return `${shown} may not be written: the policy denies it.`;
  }
  if (facts.protocol === undefined) return null;
  // In an agent's own tree, wherever that lies, names count from its top.
  const inside = target.kind === 'inside' ? target.path : null;
  const local = isOwnWorktree ? target.absolute.slice(own.replace(/\/+$/, '').length + 1) : inside;
  const isCoordination = local !== null && globs.isCoordination(local);
  const objection = findProtocolObjection({ absolute: target.absolute, isCoordination }, facts.protocol);
  return objection === null ? null : `${shown} may not be written. ${objection}`;
}

/** Commands that change or remove a whole folder with everything in it. */
const REMOVING = /^(?:rm|rmdir|unlink|shred|mv|find|chmod|chown|chgrp|chattr|setfacl|ln|git (?:rm|mv|clean))$/;

function holdsStore(path: string, { storeDirectories }: GuardPolicy): boolean {
  return [...storeDirectories, '.git'].some((folder) => isBelow(foldPath(folder), foldPath(path)));
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
