/** A report below this many bytes says nothing. */
export const MIN_REPORT_BYTES = 100;
