/**
 * 128 random bits in hexadecimal. Without `crypto`, as in some game engines, they are not
 * cryptographically secure.
 */
export function randomId(): string {
  const bytes = globalThis.crypto?.getRandomValues?.(new Uint8Array(16));
  return Array.from(bytes ?? Array(16), (byte: number = Math.random() * 256) =>
    (256 + byte).toString(16).slice(1, 3),
  ).join('');
}
