/** The codes of warnings about the documents of a task. */
export type MarkdownWarningCode =
  /** A part of a traceability field refers to no plan, design or spec. */
  | 'NoReference'
  /** A part of a traceability field was read, but holds more that may be a reference. */
  | 'PartialReference'
  /** The task has no Why or Source field, so a document stays whole. */
  | 'NoTraceability'
  /** The task does not refer to a document, so it stays whole. */
  | 'DocumentNotReferenced'
  | 'ReferenceNotFound'
  | 'ReferenceAmbiguous'
  | 'PrdSectionMissing'
  /** The PRD has none of the sections that are wanted of it, so it stays whole. */
  | 'PrdNotCut';

/** Something a person should know, though it succeeded. `where` names the document that the warning is about: `design`, `plan` or `prd`. */
export interface MarkdownWarning {
  readonly code: MarkdownWarningCode;
  readonly message: string;
  readonly where?: string;
}
