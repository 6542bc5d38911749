import { exchange } from './exchange.ts';
import { readBounded } from './read-bounded.ts';
import type { NameRules } from './webhook-address.ts';

/** For the whole request, from the look-up of the name to the end of the document. */
const TIMEOUT_MS = 5000;
/** The longest document. A list of keys has a few KB. */
const MAX_BYTES = 64 * 1024;

export interface FetchRules extends NameRules {
  /** Trusted besides the usual certificates. For tests. */
  readonly ca?: string | undefined;
}

/** Why a document was not read. */
interface Refused {
  readonly ok: false;
  readonly error: string;
}

/**
 * Reads a document from a URL that a member entered. It connects to no private address, follows no
 * redirect, and reads at most 64 KiB within five seconds.
 *
 * @throws Error that says why, without text of the other server
 */
export async function fetchDocument(url: string, rules: FetchRules): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const found = await exchange<{ readonly ok: true; readonly text: string } | Refused>(
    { method: 'GET', url, headers: { accept: 'application/json' } },
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
