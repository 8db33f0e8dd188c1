import { defineTask } from '@batonkit/core';

/** The task that the examples hand from agent to agent; in real use `captureContext` reads it from your task file. */
export const LOGIN_TASK = defineTask({
  title: 'Accept names with a dot',
  area: 'backend',
  description: 'Signing in fails for "ada.lovelace".',
  scope: ['login.js'],
  acceptanceCriteria: ['ada.lovelace signs in'],
  qaCommands: ['node --check login.js'],
});

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
