import type { DecideError } from '../record/decision.ts';
import { reject } from '../record/rejection.ts';
import { ok, type Result } from '../result/result.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import { encodeUtf8 } from '../text/encode-utf8.ts';
import { sha256Hex } from '../text/sha256-hex.ts';

/** A manifest as the artifact it is kept as; `null` when there is none. */
export function encodeManifest(
  manifest: unknown,
): Result<{ readonly bytes: Uint8Array; readonly sha: string } | null, DecideError> {
  if (manifest === undefined || manifest === null) return ok(null);
  try {
    const bytes = encodeUtf8(canonicalJson(manifest));
    return ok({ bytes, sha: sha256Hex(bytes) });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return reject('InvalidInput', [{ condition: '/manifest', detail: `The manifest is not JSON: ${reason}` }]);
  }
}
