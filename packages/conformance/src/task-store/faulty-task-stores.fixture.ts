import { ok, okAsync, type TaskCommit, type TaskStore } from '@batonkit/core';

/** Ways to break a sound store, each the kind of mistake a real adapter makes. The suite must notice every one. */
export const faults: Readonly<Record<string, (sound: TaskStore) => TaskStore>> = {
  'no compare-and-set': (sound) => ({
    ...sound,
    commit: (commit) =>
      sound.read(commit.id).andThen(({ revision }) => sound.commit({ ...commit, expected: revision })),
  }),

  'swallowed error': (sound) => ({
    ...sound,
    commit: (commit) => sound.commit(commit).orElse(() => okAsync({ revision: commit.expected + 1, replayed: false })),
  }),

  'torn commit': (sound) => ({
    ...sound,
    commit: (commit) =>
      sound
        .commit(commit)
        .orElse((error) =>
          error.code === 'ArtifactMissing'
            ? sound
                .commit({ ...commit, audit: [], artifacts: [] })
                .andThen(() => sound.commit({ ...commit, expected: -1 }))
            : sound.commit(commit),
        ),
  }),

  'forgotten audit': (sound) => ({
    ...sound,
    commit: (commit) => sound.commit({ ...commit, audit: commit.audit.slice(0, 1) }),
  }),

  'audit lost with the purge': (sound) => ({
    ...sound,
    readAudit: (id, page) =>
      sound.read(id).andThen(({ body }) => (body === null ? okAsync([]) : sound.readAudit(id, page))),
  }),

  'artifact after record': (sound) => ({ ...sound, commit: (commit) => sound.commit({ ...commit, artifacts: [] }) }),

  'revision reset by purge': (sound) => {
    const forgotten = new Map<string, number>();
    const offset = (id: string): number => forgotten.get(id) ?? 0;
    return {
      ...sound,
      read: (id) => sound.read(id).map(({ revision, body }) => ({ revision: revision - offset(id), body })),
      commit: (commit) =>
        sound.commit({ ...commit, expected: commit.expected + offset(commit.id) }).map(({ revision, replayed }) => {
          const seen = revision - offset(commit.id);
          if (commit.body === null) forgotten.set(commit.id, revision);
          return { revision: seen, replayed };
        }),
    };
  },

  'replay applied twice': (sound) => {
    const seen = new Set<string>();
    return {
      ...sound,
      commit: (commit) => {
        const repeated = seen.has(`${commit.id} ${commit.operationId}`);
        seen.add(`${commit.id} ${commit.operationId}`);
        if (!repeated) return sound.commit(commit);
        const again: TaskCommit = { ...commit, operationId: `${commit.operationId}-again` };
        return sound.read(commit.id).andThen(({ revision }) => sound.commit({ ...again, expected: revision }));
      },
    };
  },

  'operation id reused unseen': (sound) => ({
    ...sound,
    commit: (commit) =>
      sound
        .commit(commit)
        .orElse((error) =>
          error.code === 'OperationIdReused' ? ok({ revision: 1, replayed: true }) : sound.commit(commit),
        ),
  }),

  'contents compared as one text': (sound) => {
    const seen = new Map<string, string>();
    return {
      ...sound,
      commit: (commit) => {
        const key = `${commit.id} ${commit.operationId}`;
        const text = [...commit.audit, commit.body ?? ''].join('');
        const known = seen.get(key);
        seen.set(key, known ?? text);
        return sound
          .commit(commit)
          .orElse((error) =>
            error.code === 'OperationIdReused' && known === text
              ? ok({ revision: error.data.revision, replayed: true })
              : sound.commit(commit),
          );
      },
    };
  },

  'operation id found anywhere': (sound) => ({
    ...sound,
    commit: (commit) =>
      sound
        .commit(commit)
        .orElse((error) =>
          error.code === 'Conflict' && commit.expected > 0
            ? sound.commit({ ...commit, expected: 0 })
            : sound.commit(commit),
        ),
  }),

  'pages without an end': (sound) => ({ ...sound, list: (page) => sound.list({ ...page, limit: 1000 }) }),

  'audit pages without an end': (sound) => ({
    ...sound,
    readAudit: (id, page) => sound.readAudit(id, { ...page, limit: 1000 }),
  }),

  'audit pages counted from before the start': (sound) => ({
    ...sound,
    readAudit: (id, page) =>
      sound.readAudit(id, { ...page, limit: Math.max(0, page.limit + Math.min(0, page.afterRevision)) }),
  }),

  'limit counted from the end': (sound) => ({
    ...sound,
    list: (page) =>
      page.limit < 0 ? sound.list({ ...page, limit: 1000 }).map((all) => all.slice(0, page.limit)) : sound.list(page),
  }),

  'damaged artifact': (sound) => ({
    ...sound,
    getArtifact: (id, sha) =>
      sound.getArtifact(id, sha).map((bytes) => (bytes.length > 200 ? bytes.slice(0, 200) : bytes)),
  }),

  'greedy sweep': (sound) => ({ ...sound, sweep: () => sound.sweep({ olderThanMs: 0 }) }),

  'artifacts shared between tasks': (sound) => ({
    ...sound,
    putArtifact: (id, bytes) =>
      sound.putArtifact(id, bytes).andThen((sha) => sound.putArtifact('TASK-1', bytes).map(() => sha)),
  }),

  'unsorted list': (sound) => ({ ...sound, list: (page) => sound.list(page).map((found) => [...found].reverse()) }),

  'text through JSON numbers': (sound) => ({
    ...sound,
    commit: (commit) => sound.commit({ ...commit, body: commit.body?.replaceAll('\0', '') ?? null }),
  }),

  'any id will do': (sound) => ({ ...sound, read: (id) => sound.read(id.replaceAll(/[^A-Za-z0-9]/g, '') || 'x') }),

  'no size limit': (sound) => ({
    ...sound,
    capabilities: { ...sound.capabilities, maxBodyBytes: 1024 },
  }),
};
