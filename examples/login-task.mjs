/** The task that the examples hand from agent to agent; in real use `captureContext` reads it from your task file. */
export const LOGIN_TASK = {
  git: { head: null, task_file_sha: null },
  immutable: {
    task_snapshot: {
      title: 'Accept names with a dot',
      priority: /** @type {const} */ ('P1'),
      area: 'backend',
      description: 'Signing in fails for "ada.lovelace".',
      scope_in: ['login.js'],
      scope_out: [],
      acceptance_criteria: ['ada.lovelace signs in'],
    },
    standards_citations: [],
    validation_baseline: { commands: ['node --check login.js'] },
    repo_paths: ['login.js'],
    scope_patterns: ['login.js'],
  },
};

/** What a person answers when login.js is found edited between two agents. */
export const EXPLAINED = {
  role: 'implementer',
  actor: 'ada',
  note: 'I raised the limit.',
  accept: /** @type {const} */ ('current-tree'),
};

/** What login.js holds at first, and after each of those who edit it. */
export const LOGIN_JS = {
  start: 'export const NAME = /^[a-z]+$/;\nexport const LIMIT = 40;\nexport const HINT = "letters";\n',
  implementer: 'export const NAME = /^[a-z.]+$/;\nexport const LIMIT = 40;\nexport const HINT = "letters";\n',
  somebody: 'export const NAME = /^[a-z.]+$/;\nexport const LIMIT = 9999;\nexport const HINT = "letters";\n',
  reviewer: 'export const NAME = /^[a-z.]+$/;\nexport const LIMIT = 9999;\nexport const HINT = "letters and dots";\n',
};
