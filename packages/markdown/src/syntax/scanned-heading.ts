/** A heading that is a direct child of the document, its text not yet rendered. */
export interface ScannedHeading {
  readonly level: number;
  /** 1-based. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** Where the inline source lies; for setext headings it can span several lines. */
  readonly textStart: number;
  readonly textEnd: number;
}
