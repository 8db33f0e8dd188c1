/** What the help of a verb shows below its examples: the files that it reads, at their smallest. */
export const HELP_TEXTS: Readonly<Record<string, string>> = {
  init: `
A task file, such as tasks/TASK-0824.yaml:
  id: TASK-0824
  title: Accept names with a dot
  status: in_progress
  priority: P1
  area: backend
  description: Signing in fails for "ada.lovelace".
  scope: { in: [login.js] }
  acceptance_criteria: [ada.lovelace signs in]

The map of standards, standards-map.yaml, for every area or one:
  citations:
    - { area: '*', file: standards/rules.md, headings: [Names] }
`,
};
