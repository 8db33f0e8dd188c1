/** How many failures of one result the record names; the log has them all. */
export const MAX_FAILURES = 100;

/** How many bytes the names of all failures in a log may have; the results that failed share them. */
export const MAX_NAMES_BYTES = 32 * 1024;

/** The command of a result whose log does not show it. */
export const UNNAMED_COMMAND = 'unknown';
