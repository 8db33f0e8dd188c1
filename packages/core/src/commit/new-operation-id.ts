interface RuntimeWithCrypto {
  crypto?: { getRandomValues?: (bytes: Uint8Array) => Uint8Array };
}

/** A fresh name for one write: 128 random bits in hex. It only has to be unlikely to repeat, not hard to guess. */
export function newOperationId(): string {
  const bytes = new Uint8Array(16);
  const { crypto } = globalThis as RuntimeWithCrypto;
  if (crypto?.getRandomValues !== undefined) crypto.getRandomValues(bytes);
  else bytes.forEach((_, index) => (bytes[index] = Math.floor(Math.random() * 256)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
