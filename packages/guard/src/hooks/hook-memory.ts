/** What the hooks of one session remember from one call to the next. It steers what is told, never what is allowed. */
export interface HookMemory {
  /** True from the announcement of a compaction until the context was put right again. */
  readonly isCompacted: boolean;
  /** The hashes of ours that the last compaction left in the conversation; null when nobody knows. */
  readonly survived: readonly string[] | null;
  /** The SHA-256 of what was told last at a stop, so that it is told once. */
  readonly told: string | null;
}

/** The memory of a session that has just begun. */
export const EMPTY_HOOK_MEMORY: HookMemory = Object.freeze({ isCompacted: false, survived: null, told: null });

const HASH = /^[0-9a-f]{64}$/;

/** Reads a memory; what is not one is an empty memory, since the file lies where agents may write. */
export function parseHookMemory(text: string | null): HookMemory {
  if (text === null) return EMPTY_HOOK_MEMORY;
  try {
    const { isCompacted, survived, told } = JSON.parse(text) as Partial<Record<keyof HookMemory, unknown>>;
    return {
      isCompacted: isCompacted === true,
      survived: Array.isArray(survived) ? survived.filter(isHash) : null,
      told: isHash(told) ? told : null,
    };
  } catch {
    return EMPTY_HOOK_MEMORY;
  }
}

/** The text of a memory. */
export function formatHookMemory({ isCompacted, survived, told }: HookMemory): string {
  return `${JSON.stringify({ isCompacted, survived, told })}\n`;
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && HASH.test(value);
}
