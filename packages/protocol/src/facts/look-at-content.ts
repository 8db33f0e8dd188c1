import {
  type Clock,
  type CommitChange,
  type Elsewhere,
  err,
  type GitFailure,
  type GitWorktree,
  ok,
  type Result,
  type StoreError,
  type TaskStore,
} from '@batonkit/core';
import { type Content, contentOf, lookAtTree, ownTree } from '@batonkit/core/internal';
import { canonicalJson, encodeUtf8, sha256Hex } from '@batonkit/core/text';
import type { ProtocolRecord } from '../section/protocol-record.ts';
import { homeOf } from '../section/home-of.ts';
import { findContentBase } from './find-content-base.ts';
import { findUnshown } from '../guards/find-unshown.ts';
import type { ProtocolFacts } from '../section/protocol-facts.ts';
import type { ProtocolSection } from '../section/protocol-section.ts';

/** What a look at the content found. */
export interface ContentLook {
  readonly content: Content;
  readonly tree: ProtocolFacts['tree'];
  /** Paths whose state is in no commit. */
  readonly uncommitted: ReadonlySet<string>;
  readonly main: ProtocolFacts['main'];
  /** Paths that commits changed since the base, also those that later commits put back. */
  readonly committed: readonly string[];
  readonly unshown: ProtocolFacts['unshown'];
}

/** The content of a task now: what its working tree holds, or, where there is none, how often the record saw it change. */
export async function lookAtContent(
  ports: {
    readonly tasks: TaskStore;
    readonly worktree: GitWorktree | null;
    readonly clock: Clock;
    readonly paranoid?: boolean;
  },
  record: ProtocolRecord,
  { protocol, mainWas }: { readonly protocol: ProtocolSection; readonly mainWas: string | undefined },
): Promise<Result<ContentLook, GitFailure | StoreError | Elsewhere>> {
  // At CLEANUP the working tree is about to go, and nothing depends on it any more.
  if (ports.worktree === null || protocol.state === 'CLEANUP') return ok(recordedContent(protocol));
  const own = ownTree(ports.worktree, record, homeOf(record));
  if (own.isErr()) return err(own.error);
  const worktree = own.value;
  const told = await findContentBase(worktree, record, { protocol, mainWas });
  if (told.isErr()) return err(told.error);
  const { base, main, from, isOnMain } = told.value;
  const paranoid = ports.paranoid === true;
  const state = await worktree.observe({ base, paranoid });
  if (state.isErr()) return err(state.error);
  const { head, changed } = state.value;
  const againstHead = head === base ? state : await worktree.observe({ base: head, paranoid });
  if (againstHead.isErr()) return err(againstHead.error);
  const link = record.tree_chain.at(-1);
  const look =
    link === undefined ? ok(null) : await lookAtTree({ ...ports, worktree }, record, link, 'either', { paranoid });
  if (look.isErr()) return err(look.error);
  const uncommitted = new Set(againstHead.value.changed.map(({ path }) => path));
  const snapshot = look.value?.verdict ?? 'none';
  // What is at HEAD as it was in the base was changed by no commit, whatever the working tree holds.
  const edited = new Map(againstHead.value.changed.map(({ path, baseBlob }) => [path, baseBlob]));
  const isOnlyEdited = (path: string, inBase: string | null): boolean =>
    edited.has(path) && edited.get(path) === inBase;
  const content = contentOf(changed);
  const written = head === base ? ok([]) : ((await worktree.commitChanges?.({ from, to: head })) ?? ok([]));
  if (written.isErr()) return err(written.error);
  const shown = await readShown(worktree, protocol, head);
  // What is edited since belongs to no commit yet; that everything is committed is a condition of its own.
  const ofCommits = written.value.filter(({ path, isDropped }) => isDropped || !uncommitted.has(path));
  // What main has already is not kept out any more: then it matters only what a person saw, and what main had before.
  const isBeforeKnown = mainWas !== undefined && mainWas !== head;
  const isTold = !isOnMain || (isBeforeKnown && protocol.checkpoints.change.presented?.head !== head);
  const differing = changed.filter(({ path, baseBlob }) => !isOnlyEdited(path, baseBlob)).map(({ path }) => path);
  return ok({
    content,
    tree: { worktree: worktree.id, head, base, clean: uncommitted.size === 0, snapshot },
    uncommitted,
    // Only there does anything depend on where it is.
    main: protocol.state === 'COMPLETE' ? main : null,
    committed: [...new Set([...differing, ...(isTold ? written.value : []).map(({ path }) => path)])],
    unshown: isTold ? findUnshown(ofCommits, content.files, shown) : [],
  });
}

/** What the commits wrote that were there when the change was presented; `null` when it was not, or these are the commits. */
async function readShown(
  worktree: GitWorktree,
  { checkpoints }: ProtocolSection,
  head: string,
): Promise<readonly CommitChange[] | null> {
  const { presented } = checkpoints.change;
  if (presented?.base === undefined || presented.head === undefined || presented.head === head) return null;
  const changes = await worktree.commitChanges?.({ from: [presented.base], to: presented.head });
  // Of commits that are gone nobody can tell what they were.
  return changes?.unwrapOr([]) ?? null;
}

function recordedContent({ change_count }: ProtocolSection): ContentLook {
  const bytes = encodeUtf8(canonicalJson({ change_count }));
  const content = { sha: sha256Hex(bytes), bytes, files: [] };
  return { content, tree: null, uncommitted: new Set(), main: null, committed: [], unshown: [] };
}
