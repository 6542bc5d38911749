/** Encodes the document id before which the next page begins. Clients must not interpret it. */
export const encodeSearchCursor = (before: number): string => Buffer.from(String(before)).toString('base64url');

/** Undefined if it is not a cursor of this server. */
export function decodeSearchCursor(cursor: string): number | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const before = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(before) ? before : undefined;
}
