/** Small documents in the shapes that agents hand to each other, written for these tests. */
export const planDocument = `---
title: Plan
---

# Plan: Sign-in

## Phase 1A: Groundwork

### Step 11.10: Later clean-up

Remove the old form.

### Step 1.1: Create the session table

Columns:

\`\`\`sql
-- # Step 1.1: not a heading
create table session (id text);
\`\`\`

> ### Step 1.1: quoted, not a heading

#### Rollback

Drop the table.

### Step 1.10: Index

Background work
---------------

1. Warm up
   # not a heading of the document

## Phase 2 &amp; later

Nothing yet.
`;

export const designDocument = `# Design

## Components

### Component 1: Session store

Keeps sessions.

### Component 2: Auth-Module

Checks passwords.

## Interfaces

### Interface 1: SessionStore

get, put, remove

### Interface 2: PasswordCheck

verify
`;

export const prdDocument = `# PRD

## Problem Statement

People cannot sign in.

## Non-Goals

Single sign-on.

## Goals

- Sign in within two seconds.

## Appendix

Long tables.
`;

export const tasksDocument = `# Tasks

## Phase 1

### Task 1.1: Create the \`session\` table

- [ ] open

- **Why:** Implements Plan 1.1 / Design Component Auth-Module
- **Files:** db/schema.sql
- **Done when:**
  - [ ] the migration runs twice
  - [x] the rollback runs

\`\`\`markdown
### Task 9.9: only an example
**Why:** Plan 9.9
\`\`\`

#### Task 1.2: Read sessions

**Source:** Plan Step 1A.1, Spec C4.1, the old wiki **Done when:** reads work

## Phase 2

### Task 2.1 Tidy up

No field here.
`;

export const reportDocument = `Task 1.1 is finished.

## What I implemented

The session table.

### Columns

- id

## Tested

\`\`\`text
## Decisions
12 passed
\`\`\`

## Files Changed

- \`db/schema.sql\` - new table
- src/session.ts, src/session.test.ts
- Makefile

## Implementation Decisions

- **Key:** text
  - nested reason

## Deviations from the plan: none

## Next steps

Ask for a review.

## Any issues or concerns

Slow on the old machine.
`;

export const documents = [planDocument, designDocument, prdDocument, tasksDocument, reportDocument];
