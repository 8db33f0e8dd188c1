/**
 * What the packages above the protocol are built from, beside what everybody may import. All of Batonkit is released at one version, so
 * these names may change in any release; programs do without them.
 *
 * @module
 */
export { isSendable, notSendable } from './accept-document.ts';
export { rejectingIn } from './agents-of.ts';
export { MIN_REPORT_BYTES } from './min-report-bytes.ts';
export { normalizePath } from './normalize-path.ts';
export { cutText } from './excerpt.ts';
export { type FencedWrite, type TreeAction, unmetByFence, unowned } from './owner-fence.ts';
export type { ProtocolCommandOf } from './protocol-command.ts';
export { MainLockSchema } from './protocol-section.ts';
export { readContent } from './read-content.ts';
export { unmetByPerson } from './why-not-a-person.ts';
