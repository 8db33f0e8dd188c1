import { canonicalJson } from '../text/canonical-json.ts';
import { encodeUtf8 } from '../text/encode-utf8.ts';
import { sha256Hex } from '../text/sha256-hex.ts';
import type { QaProof } from './qa-result.ts';

/** Names a list of QA commands. */
export function nameCommands(commands: readonly string[]): string {
  return sha256Hex(encodeUtf8(canonicalJson([...commands])));
}

/**
 * Why a run that was executed does not prove what it seems to prove: a sentence each. Empty: it does, for the content that it ran on.
 *
 * @param commands Those of the brief; `null` to leave them out of the account.
 */
export function whyUnproven(proof: QaProof, commands: readonly string[] | null): readonly string[] {
  const { simulated, tree, moved = [], changed, doubts, accepted } = proof;
  const because = [
    ...(simulated ? ['A scripted runner made its results up.'] : []),
    ...(commands === null || proof.commands === nameCommands(commands)
      ? []
      : ['It ran other commands than the brief names.']),
    ...(moved.length > 0 ? [`While it ran, these changed: ${list(moved)}.`] : []),
    ...(moved.length === 0 && tree !== null && tree.before !== tree.after ? ['The tree changed while it ran.'] : []),
  ];
  return accepted === null ? [...because, ...changed, ...doubts] : because;
}

function list(paths: readonly string[]): string {
  const shown = paths.slice(0, 3).join(', ');
  return paths.length > 3 ? `${shown} and ${paths.length - 3} more` : shown;
}
