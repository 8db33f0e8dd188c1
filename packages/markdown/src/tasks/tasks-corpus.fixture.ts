/** A tasks.md as somebody wrote it: the numbers that must be found, and the lines that must be named instead. */
export type TasksDocument = readonly [
  name: string,
  document: string,
  numbers: readonly string[],
  nearLines?: readonly number[],
];

const FENCE = '```';

/** Documents as people and models write them. */
export const TASKS_CORPUS: readonly TasksDocument[] = [
  // The format of the source documents, and what stands beside it without being a task.
  [
    'the template',
    '# Tasks\n\n## Phase 1\n\n#### Task 1.1: Create the folder\n\n**Why:** Plan 1.1\n\n**Done when:** it is there\n\n#### Task 1.2: Fill it\n',
    ['1.1', '1.2'],
  ],
  ['level three', '### Task 1.1: A\nText.\n\n### Task 1.2: B\n', ['1.1', '1.2']],
  [
    'an overview and a dependency list',
    '# Tasks\n\n## Overview\n- Task 1.1: A\n- Task 1.2: B (after Task 1.1)\n\n### Task 1.1: A\n### Task 1.2: B\n**Depends on:**\n- Task 1.1\n',
    ['1.1', '1.2'],
  ],
  [
    'phases with a summary',
    '# Tasks: Search\n\n## Phase 1: Setup (2 tasks)\n\n### Task 1: A\n\n## Phase 2: API\n\n### Task 2: B\n\n## Summary\n\n| Phase | Tasks |\n|---|---|\n| 1 | 1 |\n',
    ['1', '2'],
  ],
  [
    'boxes inside tasks',
    '### Task 1.1: A\n- [ ] Write the test\n- [ ] 1. Run it\n\n### Task 1.2: B\n- [x] T001 old\n',
    ['1.1', '1.2'],
  ],
  [
    'criteria below the tasks',
    '### Task 1: A\n\n## Definition of Done\n- [ ] All tests pass\n- [ ] 2. Docs are written\n',
    ['1'],
  ],
  [
    'a closed code sample',
    `### Task 1: A\n\n${FENCE}md\n### Task 9: sample\n- [ ] T999 sample\n${FENCE}\n\n### Task 2: B\n`,
    ['1', '2'],
  ],
  ['a template in a comment', '<!--\n### Task 9: sample\n- [ ] Task 8: sample\n-->\n\n### Task 1: A\n', ['1']],
  ['a note about a task', '### Task 1.1: A\n\n### Notes on Task 1.1\n\nNothing.\n\n### Task 1.2: B\n', ['1.1', '1.2']],
  [
    'task as an ordinary word',
    '# Tasks\n\n## Task list\n\nThis task is easy.\n\n### Task 1: A\nThe task is done when it works.\n',
    ['1'],
  ],
  ['Windows line endings', '### Task 1.1: A\r\n**Why:** Plan 1\r\n\r\n### Task 1.2: B\r\n', ['1.1', '1.2']],
  ['setext headings', 'Task 1: A\n---------\n\nTask 2: B\n---------\n', ['1', '2']],

  // Headings as they are really written.
  ['emoji before', '### 🔐 Task 1.2: Log in\n### ✅ Task 3.4: Done\n### ⚠️ Task 3.5: Careful\n', ['1.2', '3.4', '3.5']],
  ['emoji behind', '### Task 1.2 🔐: Log in\n', ['1.2']],
  ['a hash before the number', '### Task #1.3: A\n### Task # 1.4 B\n', ['1.3', '1.4']],
  ['level two', '## Task 2: A\n\n## Task 3: B\n', ['2', '3']],
  ['level five and six', '##### Task 1: A\n###### Task 2: B\n', ['1', '2']],
  ['mixed levels', '### Task 1.1: A\n\n## Task 2: B\n\n##### Task 2.1: C\n', ['1.1', '2', '2.1']],
  ['level one', '# Task 7: A\n\nText.\n', ['7']],
  [
    'bold headings',
    '### **Task 1.1**: A\n### **Task 1.2: B**\n### *Task 1.3* C\n### `Task 1.4` D\n',
    ['1.1', '1.2', '1.3', '1.4'],
  ],
  ['boxes in headings', '### [ ] Task 1.1: A\n### [x] Task 1.2: B\n### [~] Task 1.3: C\n', ['1.1', '1.2', '1.3']],
  [
    'labels before',
    '### [P] Task 1.1: A\n### [DONE] Task 1.2: B\n### (optional) Task 1.3: C\n### P0 Task 1.4: D\n### 1. Task 1.5: E\n',
    ['1.1', '1.2', '1.3', '1.4', '1.5'],
  ],
  [
    'ids of trackers',
    '### TASK-1: A\n### TASK-2 - B\n### Task-3: C\n### TASK_4: D\n',
    ['TASK-1', 'TASK-2', 'Task-3', 'TASK_4'],
  ],
  [
    'ids with letters',
    '### Task T1.1: A\n### Task A1: B\n### Task FE-2: C\n### Task 1A.2: D\n',
    ['T1.1', 'A1', 'FE-2', '1A.2'],
  ],
  ['a letter alone', '### Task A: Setup\n### Task B: API\n', ['A', 'B']],
  [
    'other separators',
    '### Task 1.1 - A\n### Task 1.2 – B\n### Task 1.3 — C\n### Task 1.4. D\n### Task 1.5) E\n### (Task 1.6) F\n',
    ['1.1', '1.2', '1.3', '1.4', '1.5', '1.6'],
  ],
  ['upper and lower case', '### TASK 1: A\n### task 2: B\n', ['1', '2']],
  ['no space before the number', '### Task1: A\n### Task#2: B\n### Task:3 C\n', ['1', '2', '3']],
  ['closing marks', '### Task 1.1: A ###\n', ['1.1']],
  ['a link', '### [Task 1.1](#a): A\n### [Task 1.2: B](./b.md)\n', ['1.1', '1.2']],
  ['Number sign in words', '### Task No. 3: A\n### Task № 4: B\n', ['3', '4']],

  // What nobody can take for sure is named.
  ['struck through', '### Task 1.1: A\n### ~~Task 1.2: B~~\n', ['1.1'], [2]],
  ['no space after the marks', '### Task 1.1: A\n\n###Task 1.2: B\n', ['1.1'], [3]],
  ['indented like code', '### Task 1.1: A\n\n    ### Task 1.2: B\n', ['1.1'], [3]],
  ['quoted', '### Task 1.1: A\n\n> ### Task 1.2: B\n', ['1.1'], [3]],
  ['in a list item', '### Task 1.1: A\n\n- ### Task 1.2: B\n', ['1.1'], [3]],
  ['seven marks', '### Task 1.1: A\n\n####### Task 1.2: B\n', ['1.1'], [3]],
  ['HTML', '### Task 1.1: A\n\n<h3>Task 1.2: B</h3>\n', ['1.1'], [3]],
  ['bold text', '### Task 1.1: A\n\n**Task 1.2: B**\n\nText.\n', ['1.1'], [3]],
  ['plain text', '### Task 1.1: A\n\nTask 1.2: B\n', ['1.1'], [3]],
  ['a list item', '### Task 1.1: A\n\n- Task 1.2: B\n* **Task 1.3** C\n1. Task 1.4\n', ['1.1'], [3, 4, 5]],
  ['a row of a table', '### Task 1.1: A\n\n| Task | Title |\n|---|---|\n| Task 1.2 | B |\n', ['1.1'], [5]],
  ['a fence that is never closed', `### Task 1.1: A\n\n${FENCE}sh\nnpm test\n\n### Task 1.2: B\n`, ['1.1'], [6]],
  ['a comment that is never closed', '### Task 1.1: A\n\n<!-- to do\n\n### Task 1.2: B\n', ['1.1'], [5]],
  ['a heading without the word', '### Task 1.1: A\n### 1.2: B\n### 1.3 C\n', ['1.1'], [2, 3]],
  ['another word', '### Task 1.1: A\n### Taks 1.2: B\n### Subtask 1.3: C\n### Step 1.4: D\n', ['1.1'], [2, 3, 4]],
  ['no number', '### Task 1.1: A\n### Task: B\n### Task Two: C\n### Task - D\n', ['1.1'], [2, 3, 4]],
  ['several in one heading', '### Task 1.1: A\n### Tasks 1.2 and 1.3: B\n### Task 1.4 & 1.5: C\n', ['1.1'], [2, 3]],
  ['another word before', '### Task 1.1: A\n### Bonus Task 1.2: B\n### Step 3: Task 1.3\n', ['1.1'], [2, 3]],
  ['boxes outside of tasks', '# Tasks\n- [ ] Set up CI\n- [ ] T001 Old\n\n### Task 1.1: A\n', ['1.1'], [2, 3]],
  ['no heading says Task', '# Plan\n\n### 1.1 Create it\n### 1.2 Fill it\n', [], [3, 4]],

  // Spec-Kit.
  [
    'Spec-Kit',
    '## Phase 3: User Story 1 - Search (Priority: P1)\n### Implementation for User Story 1\n- [X] T011 [P] [US1] Add index in src/search/index.ts\n- [ ] T012 [US1] Query endpoint in src/api/search.ts (depends on T011)\n**Checkpoint**: story 1 works alone\n',
    ['T011', 'T012'],
  ],
  [
    'Spec-Kit with dependencies and strategy',
    '# Tasks: Search\n\n**Input**: plan.md\n\n## Format: `[ID] [P?] [Story] Description`\n- **[P]**: can run in parallel\n\n## Phase 1: Setup\n- [ ] T001 Create the project\n- [ ] T002 [P] Configure linting\n\n## Dependencies & Execution Order\n- T002 depends on T001\n1. Complete Phase 1: Setup\n\n## Done When\n- [ ] All tests pass\n',
    ['T001', 'T002'],
  ],
  ['Spec-Kit samples in comments', '<!--\n- [ ] T900 [P] Sample\n-->\n- [ ] T001 Real\n', ['T001']],
  ['Spec-Kit in bold', '- [ ] **T001** Create it\n- [ ] **T002**: Fill it\n', ['T001', 'T002']],
  ['Spec-Kit with a star', '* [ ] T001 A\n+ [x] T002 B\n1. [ ] T003 C\n', ['T001', 'T002', 'T003']],
  [
    'Spec-Kit with mistakes',
    '- [ ] T001 A\n- [] T002 B\n- T003 C\n[ ] T004 D\n- [ ] Set up CI\n- [ ] ~~T006 F~~\n> - [ ] T007 G\n',
    ['T001', 'T002', 'T007'],
    [3, 4, 5, 6],
  ],
  ['Spec-Kit as a table', '- [ ] T001 A\n\n| T002 | B |\n', ['T001'], [3]],

  // Kiro.
  [
    'Kiro',
    '# Implementation Plan\n- [-] 1. Search service\n  - [x] 1.1 Index documents\n    - incremental, one file at a time\n    - _Requirements: 1.1, 1.2_\n  - [ ]* 1.2 Write property test for the index\n    - **Validates: Requirements 1.2**\n',
    ['1', '1.1', '1.2'],
  ],
  [
    'Kiro without indentation',
    '# Implementation Plan\n\n- [x] 1. Search\n- [x] 1.1 Index\n- [~] 1.2 Query\n- [ ] 2. Checkpoint - Ensure all tests pass\n\n## Notes\n\n- Tasks marked with `*` are optional\n',
    ['1', '1.1', '1.2', '2'],
  ],
  ['Kiro as cc-sdd writes it', '- [ ] 1. (P) Search\n  - _Depends: 2_\n- [ ] 2. Index\n', ['1', '2']],
  ['Kiro with a box without a number', '- [ ] 1. Search\n- [ ] Index\n', ['1'], [2]],
  ['Kiro with an item without a box', '- [ ] 1. Search\n  - [ ] 1.1 Index\n- 1.2 Query\n', ['1', '1.1'], [3]],

  // Lists by hand.
  ['a list that says Task', '- [ ] Task 1: A\n- [ ] **Task 2**: B\n- [x] TASK-3 C\n', ['1', '2', 'TASK-3']],
  ['numbers in front of the boxes', '1. [ ] Set up\n2. [x] Build\n', ['1', '2']],
  ['boxes without numbers', '# To do\n- [ ] Set up\n- [x] Build\n', [], [2, 3]],
  ['symbols for boxes', '☐ 1. Set up\n☑ 2. Build\n- ✅ 3. Ship\n', ['1', '2', '3']],
  [
    'criteria with numbers are no tasks',
    '## Tasks\n- [ ] 1. Search\n\n## Acceptance Criteria\n- [ ] 2. It is fast\n- [ ] It works\n',
    ['1'],
  ],
  ['a list without boxes', '- Task 1: A\n- Task 2: B\n', [], [1, 2]],

  // Other tools.
  [
    'Backlog.md',
    "---\nid: TASK-7.1\ntitle: 'Search index'\nstatus: In Progress\nassignee: ['@codex']\ndependencies: [TASK-3]\nparent_task_id: TASK-7\n---\n## Description\n<!-- SECTION:DESCRIPTION:BEGIN -->\nFind files.\n<!-- SECTION:DESCRIPTION:END -->\n## Acceptance Criteria\n<!-- AC:BEGIN -->\n- [ ] #1 A changed file is found within a second\n<!-- AC:END -->\n",
    ['TASK-7.1'],
  ],
  [
    'Task Master',
    '{"master":{"tasks":[{"id":4,"title":"Add cache","status":"pending","dependencies":[1,3],"subtasks":[{"id":1,"title":"Design","status":"done","dependencies":[]}]}],"metadata":{}}}',
    ['4', '4.1'],
  ],
  [
    'Task Master, legacy',
    '{\n  "tasks": [\n    { "id": "1", "title": "A", "testStrategy": "Run it." },\n    { "id": 2, "title": "B" }\n  ]\n}\n',
    ['1', '2'],
  ],
  [
    'Task Master with another tag',
    '{\n"master":{"tasks":[{"id":1,"title":"A"}]},\n"next":{"tasks":[{"id":1,"title":"B"}]}\n}',
    ['1'],
    [3],
  ],
  ['Task Master without an id', '{"tasks":[{"id":1,"title":"A"},\n{"title":"B"}]}', ['1'], [2]],
  ['no tasks at all', '# Notes\n\nNothing to do.\n', []],
  ['empty', '', []],
];
