import { createManualClock, createMemoryWorkspaceFiles } from '@batonkit/memory-adapter';
import { orThrow, type WorkspaceFiles } from '@batonkit/core';
import { createContextTiers } from './create-context-tiers.ts';

/** A workspace with all three tiers, a track that is under way and two sessions. */
export const SAMPLE_TRACK: Readonly<Record<string, string>> = {
  'CLAUDE.md': '# Rules of the house\n',
  'docs/context/CONTEXT_CORE.md': '# Core\n\n## Invariants\n\n- Invariant: All times are UTC\n',
  'docs/context/ROLES.md': '# Roles\n',
  'docs/context/GUARDRAILS.md': '# Guardrails\n',
  'docs/tracks/ACTIVE_TRACK': 'search\n',
  'docs/tracks/search/SPEC.md': '# Spec\n\nFind people by name.\n',
  'docs/tracks/search/PLAN.md':
    '# Plan\n\n## Goal\n\nFind people,   fast.\nWithout a server.\n\n## Steps\n* [X] Read the names\n* [ ] Build the index\n\n## Notes\nAsk Ada.\n',
  'docs/tracks/search/RISKS.md': '# Risks\n\n- Risk: The index is slow\n  Severity: medium\n  Status: open\n',
  'docs/tracks/search/DECISIONS.md':
    '# Decisions\n\n- [2026-11-01T08:00:00Z] Decision: No server\n  Reason: cost\n  Impact: the index is a file\n',
  'docs/tracks/other/PLAN.md': '# Of somebody else\n',
  'artifacts/sessions/s1/recent_diff.txt': 'diff --git a/a b/a\n',
  'artifacts/sessions/s1/test_output.txt': '3 passed\n',
  'artifacts/sessions/s1/work_log.md': `# Work log

- 2026-11-16T09:00:00Z Tool: Write src/trie.ts
- Decision: Use a trie
  Reason: prefixes
  Impact: memory
- Risk: The index is slow
  Severity: high
  Mitigation: cache it
- Risk: Names with accents
  Severity: low
- Step: Build the index
  Status: done
- Step: Measure it
- Approval: Delete the old index
- Invariant: Files are UTF-8
`,
  'artifacts/sessions/s2/work_log.md': `- 2026-11-16T08:30:00Z Decision: Normalize to NFC
  Reason: accents
  Impact: the reader
`,
};

export const openTrack = (changes: Record<string, string> = {}, start = '2026-11-16T10:00:00Z') => {
  const files = createMemoryWorkspaceFiles({ files: { ...SAMPLE_TRACK, ...changes } });
  return { files, tiers: createContextTiers({ files, clock: createManualClock({ start: Date.parse(start) }) }) };
};
export const textOf = async (files: WorkspaceFiles, path: string) => (await orThrow(files.read(path)))?.text ?? null;
export const everything = async (files: WorkspaceFiles) =>
  Object.fromEntries(
    await Promise.all((await orThrow(files.list())).map(async (path) => [path, await textOf(files, path)] as const)),
  );
