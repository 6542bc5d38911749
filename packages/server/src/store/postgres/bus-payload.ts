/** PostgreSQL takes less than 8,000 bytes. */
const MAX_BYTES = 7900;

/**
 * The payloads of NOTIFY that carry these words, each of them JSON already; null instead of words says that anything may
 * have changed.
 */
export function pack(from: string, words: Iterable<string> | null): string[] {
  const start = `{"from":${JSON.stringify(from)},"words":`;
  if (words === null) return [`${start}null}`];
  const payloads: string[] = [];
  let batch: string[] = [];
  let bytes = 0;
  const finish = () => {
    if (batch.length > 0) payloads.push(`${start}[${batch.join()}]}`);
    batch = [];
    bytes = start.length + 3;
  };
  finish();
  for (const word of words) {
    const size = Buffer.byteLength(word) + 1;
    if (bytes + size > MAX_BYTES) finish();
    batch.push(word);
    bytes += size;
  }
  finish();
  return payloads;
}

/** What `pack` put into a payload. One that is none of its own says that anything may have changed. */
export function unpack(payload: string): { from: string; words: [topic: string, word: unknown][] | null } {
  try {
    const { from, words } = JSON.parse(payload);
    return { from: String(from), words: Array.isArray(words) ? words : null };
  } catch {
    return { from: '', words: null };
  }
}
