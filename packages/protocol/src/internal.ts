/**
 * What the packages above the protocol are built from, beside what everybody may import. All of Batonkit is released at one version, so
 * these names may change in any release; programs do without them.
 *
 * @module
 */
export { isSendable, notSendable } from './service/accept-document.ts';
export { rejectingIn } from './section/agents-of.ts';
export { MIN_REPORT_BYTES } from './documents/min-report-bytes.ts';
export { normalizePath } from './risk/normalize-path.ts';
export { cutText } from './words/excerpt.ts';
export { type FencedWrite, type TreeAction, unmetByFence, unowned } from './slice/owner-fence.ts';
export type { ProtocolCommandOf } from './section/protocol-command.ts';
export { MainLockSchema } from './section/protocol-section.ts';
export { readContent } from './facts/read-content.ts';
export { unmetByPerson } from './approval/why-not-a-person.ts';
