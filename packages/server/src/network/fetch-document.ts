import { exchange, type PostOptions } from './exchange.ts';
import { readBounded } from './read-bounded.ts';

/** From the name's look-up to the document's end. */
const TIMEOUT_MS = 5000;
/** A list of keys has a few KB. */
const MAX_BYTES = 64 * 1024;

export type FetchRules = Omit<PostOptions, 'timeoutMilliseconds' | 'signal'>;

type Refused = { readonly ok: false; readonly error: string };

/**
 * Reads a URL that a member entered: no private address, at most 64 KiB in five seconds. Throws
 * Error with the reason, without text of the other server.
 */
export async function fetchDocument(url: string, rules: FetchRules): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const found = await exchange<{ readonly ok: true; readonly text: string } | Refused>(
    { url, headers: { accept: 'application/json' } },
    { ...rules, timeoutMilliseconds: TIMEOUT_MS, signal },
    async (response) => {
      if (response.statusCode !== 200) return { ok: false, error: `the status is ${response.statusCode}` };
      const bytes = await readBounded(response, MAX_BYTES);
      if (bytes === undefined) return { ok: false, error: 'the document is too long' };
      return { ok: true, text: bytes.toString('utf8') };
    },
  );
  if (!found.ok) throw new Error(WORDS[found.error] ?? found.error);
  return found.text;
}

const WORDS: Readonly<Record<string, string>> = {
  address: 'the address is refused',
  connection: 'the connection failed',
  'time-out': 'it took longer than five seconds',
};
