/** What a participant's name looks like: 1 to 64 letters, digits, `_` or `-`, starting with a letter. */
export const ROLE_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/** How many roles a task has at most, agents included. */
export const MAX_ROLES = 300;
