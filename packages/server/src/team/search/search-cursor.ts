/** The next page begins before this document id. Clients must not interpret it. */
export const encodeSearchCursor = (before: number): string => Buffer.from(String(before)).toString('base64url');

/** Undefined: no cursor of this server. */
export function decodeSearchCursor(cursor: string): number | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const before = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(before) ? before : undefined;
}
