import { localError, type SupportError } from './errors.ts';
import { type HttpResponse, type Request, type Service, send } from './http.ts';
import { randomId } from './random-id.ts';
import type { SafeStorage } from './safe-storage.ts';
import { now, sleep } from './time.ts';
import type { IdentifyRequest } from './types.ts';
import { waitFor } from './wait-for.ts';

interface StoredSession {
  readonly token: string;
  /** What the server has, as JSON. */
  readonly identity: string;
}

/** A refused token that is younger was replaced by another device with a copy of this storage. */
const SOON_MS = 600_000;
/** Doubles with each token that is soon replaced. */
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 300_000;

/** Then this run's player is in memory only. The storage itself repeats a read only for seconds. */
const MAX_INSTALLATION_READS = 5;
const READ_RETRY_MS = 2000;

export type Identity = Pick<IdentifyRequest, 'userId' | 'sessionId' | 'context'>;

/** Sends a request as the player. @throws SupportError, or the reason of the request's signal */
export type Call = (request: Request) => Promise<HttpResponse>;

/**
 * Returns a function that sends requests as the player. It identifies again if the server refuses
 * the token or the identity changed.
 */
export function createSession(options: {
  readonly service: Service;
  readonly projectPublicKey: string;
  readonly storage: SafeStorage;
  readonly identity: () => Identity;
  /** Aborted when the user leaves: then calls reject. */
  readonly signal: AbortSignal;
}): Call {
  const { service, projectPublicKey, storage } = options;
  let current: string | undefined;
  let renewal: Promise<string> | undefined;
  let installation: string | undefined;
  /** Only once: otherwise two tabs would overwrite each other without end. */
  let sentIdentity: string | undefined;
  /** Of the newest token of this run, by the monotonic clock. */
  let issuedAt = 0;
  /** If it is refused, identify waits until it has this age, in milliseconds. */
  let wait = 0;
  const identityNow = () => JSON.stringify(options.identity());

  /** Replaces the refused token. Concurrent calls share the new one. */
  async function renew(refusedToken?: string): Promise<string> {
    if (current && current !== refusedToken && sentIdentity === identityNow()) return current;
    renewal ??= storage
      .withLock('session', () => newToken(refusedToken))
      .finally(() => {
        renewal = undefined;
      });
    current = await renewal;
    return current;
  }

  async function newToken(refusedToken: string | undefined): Promise<string> {
    const identity = identityNow();
    const stored = await storage.read<Partial<StoredSession>>('session');
    const isCurrent = sentIdentity === identity || stored?.identity === identity;
    if (typeof stored?.token === 'string' && stored.token !== refusedToken && isCurrent) {
      sentIdentity = identity;
      return stored.token;
    }
    const nextWait = waitAfter(refusedToken);
    installation ??= await installationId();
    const { body } = await send(service, {
      path: '/api/v1/player/identify',
      body: { projectPublicKey, installationId: installation, ...JSON.parse(identity) } satisfies IdentifyRequest,
      expects: ['playerAccessToken'],
    });
    const token = body.playerAccessToken as string;
    sentIdentity = identity;
    issuedAt = now();
    wait = nextWait;
    await storage.write('session', { token, identity } satisfies StoredSession);
    return token;
  }

  /**
   * Returns the next `wait`. Without it, two devices with a copy of one storage would replace each
   * other's tokens with each request.
   *
   * @throws SupportError if the token is too young to be replaced
   */
  function waitAfter(refusedToken: string | undefined): number {
    const age = now() - issuedAt;
    if (!refusedToken || age > SOON_MS) return 0;
    if (age < wait) throw Object.assign(localError('installation-in-use'), { retryAfter: (wait - age) / 1000 });
    return Math.min(2 * wait + FIRST_WAIT_MS, MAX_WAIT_MS);
  }

  /**
   * Created once, under the caller's lock. If the storage cannot be read, this run's player is in
   * memory and must not use the storage: its texts are another player's.
   */
  async function installationId(tries = 1): Promise<string> {
    const stored = await storage.read<unknown>('installation');
    if (stored && typeof stored === 'string') return stored;
    if (stored === null && tries < MAX_INSTALLATION_READS) {
      await sleep(READ_RETRY_MS);
      return installationId(tries + 1);
    }
    const id = randomId();
    if (stored === null) storage.close([]);
    // No effect if closed.
    await storage.write('installation', id);
    return id;
  }

  async function sendAsPlayer(request: Request, refusedToken?: string): Promise<HttpResponse> {
    const token = await waitFor(() => renew(refusedToken), request.signal);
    try {
      return await send(service, { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } });
    } catch (error) {
      // If a second token is refused, a third does not help.
      if ((error as SupportError).status !== 401 || refusedToken !== undefined) throw error;
      return sendAsPlayer(request, token);
    }
  }

  return (request) => waitFor(() => sendAsPlayer(request), options.signal);
}
