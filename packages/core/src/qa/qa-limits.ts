/** How many failures of one result the record names; the log has them all. */
export const MAX_FAILURES = 100;

/** The command of a result whose log does not show it. */
export const UNNAMED_COMMAND = 'unknown';
