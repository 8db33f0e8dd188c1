/** The codes of warnings that only this server gives: what the client's user answered to a question, or why there is no answer. */
export type McpWarningCode =
  'Approved' | 'ChangesRequested' | 'Confirmed' | 'NotAnswered' | 'PersonNeeded' | 'Rejected';
