import * as z from 'zod';
import { isWellFormed } from '../text/canonical-json.ts';
import { ROLE_NAME } from './role-name.ts';

/** Text that survives UTF-8; everything stored is made of it. */
export const TextSchema = z.string().refine(isWellFormed, 'holds a lone surrogate, which UTF-8 cannot store');

/** What somebody says in free words: a reason, a finding, a note. */
export const NoteSchema = TextSchema.min(1).max(4000);

/** A short non-empty text without control characters: names of people, programs, sessions and operations. */
export const LabelSchema = TextSchema.refine(
  (label) => label.length > 0 && label.length <= 200 && !/\p{Cc}/u.test(label),
  'must have 1 to 200 characters and no control characters',
);

/** A path as people write it; never resolved by core. */
export const PathSchema = TextSchema.refine(
  (path) => path.length > 0 && path.length <= 4096 && !path.includes('\0'),
  'must have 1 to 4096 characters and no NUL',
);

/** A participant's name. */
export const RoleNameSchema = z
  .string()
  .regex(ROLE_NAME, 'must be 1 to 64 letters, digits, "_" or "-", starting with a letter');

/** A point in time, UTC, as `Date.prototype.toISOString` writes it. */
export const TimeSchema = z.iso.datetime();

/** 64 lower-case hex digits. */
export const Sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hex digits');

/** A git object id, whole or abbreviated. */
export const GitObjectIdSchema = z.string().regex(/^[0-9a-f]{4,64}$/, 'must be a git object id in lower-case hex');
