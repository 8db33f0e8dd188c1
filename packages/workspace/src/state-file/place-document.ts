/** How often an agent needs a document. */
export type DocumentAccess = 'always' | 'usually' | 'sometimes' | 'rarely';

/** A document that belongs to a task. */
export interface LinkedDocument {
  /** What it is, such as `PRD`. */
  readonly label: string;
  readonly title: string;
  readonly url: string;
  /** `sometimes` unless told. */
  readonly access?: DocumentAccess;
  /** Its text, without which it can only be linked. */
  readonly text?: string;
}

/** How often the usual parts of a task's context are needed. */
export const DOCUMENT_ACCESS = {
  requirements: 'always',
  'acceptance criteria': 'always',
  'chain input summaries': 'usually',
  prd: 'sometimes',
  epic: 'sometimes',
  'archived sessions': 'rarely',
} as const satisfies Readonly<Record<string, DocumentAccess>>;

/**
 * Whether a document is put into the state file or linked from it: what is needed in (nearly) every session is embedded, since a
 * link would cost the same tokens and a call; the rest is linked.
 *
 * @example
 * ```ts
 * import { placeDocument } from '@batonkit/workspace/state-file';
 *
 * placeDocument({ access: 'usually', text: 'GET /users' }); // => 'embed'
 * placeDocument({ access: 'sometimes', text: '40 pages' }); // => 'link'
 * ```
 */
export function placeDocument({
  access = 'sometimes',
  text,
}: Pick<LinkedDocument, 'access' | 'text'>): 'embed' | 'link' {
  return text !== undefined && (access === 'always' || access === 'usually') ? 'embed' : 'link';
}
