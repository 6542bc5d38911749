/** PostgreSQL allows less than 8,000 bytes. */
const MAX_BYTES = 7900;

/**
 * Packs notifications into as few NOTIFY payloads as possible. Null: anything may have changed.
 * Older nodes may read them, so names in the JSON never change.
 */
export function pack(from: string, notifications: Iterable<string> | null): string[] {
  const start = `{"from":${JSON.stringify(from)},"words":`;
  if (notifications === null) return [`${start}null}`];
  const payloads: string[] = [];
  let batch: string[] = [];
  let bytes = 0;
  const finish = () => {
    if (batch.length > 0) payloads.push(`${start}[${batch.join()}]}`);
    batch = [];
    bytes = start.length + 3;
  };
  finish();
  for (const notification of notifications) {
    const size = Buffer.byteLength(notification) + 1;
    if (bytes + size > MAX_BYTES) finish();
    batch.push(notification);
    bytes += size;
  }
  finish();
  return payloads;
}

export interface BusPayload {
  /** The node that sent them. */
  readonly from: string;
  readonly notifications: readonly (readonly [topic: string, content: unknown])[] | null;
}

/** Any other payload means that anything may have changed. */
export function unpack(payload: string): BusPayload {
  try {
    const { from, words } = JSON.parse(payload);
    return { from: String(from), notifications: Array.isArray(words) ? words : null };
  } catch {
    return { from: '', notifications: null };
  }
}
