import type { ContextManifest } from './context-manifest.ts';
import type { CommandInput } from '../machine/core-machine.ts';
import { coreMachine, type TaskRecord } from '../machine/core-machine.ts';
import { exportForRole, type ExportPolicy } from './export-for-role.ts';

type Derived = ContextManifest['derived'];

/**
 * Adds the role exports to what a manifest lists as derived: as they are when the task begins, so that the list follows from the
 * sources and the policy alone. What is no manifest of a capture, and what `init` will refuse, is left as it is.
 */
export function completeManifest(
  manifest: unknown,
  init: Extract<CommandInput, { type: 'init-context' }>,
  policy: ExportPolicy,
): unknown {
  if (typeof manifest !== 'object' || manifest === null) return manifest;
  const { derived } = manifest as { derived?: unknown };
  if (!Array.isArray(derived)) return manifest;
  const env = { now: '1970-01-01T00:00:00.000Z', actor: 'init', session: null, facts: { head: null } };
  const events = coreMachine.decide(null, { ...init, manifestSha: null }, env);
  if (events.isErr()) return manifest;
  const record = events.value.reduce<TaskRecord | null>((before, event) => coreMachine.evolve(before, event), null);
  const exports = (record?.roles ?? []).flatMap((role): Derived => {
    const made = record === null ? null : exportForRole(record, role, policy);
    return made?.isOk() === true ? [{ name: made.value.file, sha256: made.value.sha256 }] : [];
  });
  const names = new Set(exports.map(({ name }) => name));
  const others = (derived as Derived).filter((known) => !names.has(known.name));
  return { ...manifest, derived: [...others, ...exports] };
}
