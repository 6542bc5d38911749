import { UnauthorizedError } from './errors.ts';
import { abortable, type Fetch, type HttpResponse, noResponse, type Request, send } from './http.ts';
import { exclusively } from './locks.ts';
import { randomId } from './random-id.ts';
import type { SafeStorage } from './storage.ts';
import { sleep } from './time.ts';
import type { IdentifyRequest, IdentifyResponse } from './types.ts';

/** The access token as the storage keeps it. */
interface StoredSession {
  readonly token: string;
  /** The identity that the server has, as JSON. */
  readonly identity: string;
}

interface Session {
  readonly token: string;
  /** Whether the token comes from the server now, and not from the storage. */
  readonly isNew: boolean;
}

/** How many tokens one call tries. */
const MAX_TOKENS = 4;

export type Identity = Pick<IdentifyRequest, 'userId' | 'sessionId' | 'context'>;

/** Sends a request as the player. @throws SupportError, or the reason of the request's signal */
export type Call = (request: Request) => Promise<HttpResponse>;

/**
 * Sends requests with the player's access token. It identifies again if the server refuses the
 * token.
 */
export function createCall(options: {
  readonly fetch: Fetch;
  readonly baseUrl: string;
  readonly projectPublicKey: string;
  readonly storage: SafeStorage;
  readonly identity: Identity;
}): Call {
  const { fetch, baseUrl, projectPublicKey, storage } = options;
  const identity = JSON.stringify(options.identity);
  let current: Session | undefined;
  let renewal: Promise<Session> | undefined;
  let installation: Promise<string> | undefined;
  /**
   * Whether the server got this page's identity. It is sent only once: another tab may replace it,
   * and the two tabs would overwrite each other without end.
   */
  let isIdentitySent = false;

  /** Gets a session without the refused token. Concurrent calls share it. */
  async function renew(refusedToken?: string): Promise<Session> {
    if (current && current.token !== refusedToken) return current;
    renewal ??= exclusively(`player-support:${projectPublicKey}:session`, () => newSession(refusedToken)).finally(
      () => {
        renewal = undefined;
      },
    );
    current = await renewal;
    return current;
  }

  async function newSession(refusedToken: string | undefined): Promise<Session> {
    // Without locks, tabs wait for different times: one identifies, and the others find its token.
    if (refusedToken !== undefined && !globalThis.navigator?.locks) await sleep(Math.random() * 500);
    const stored = await storage.read<Partial<StoredSession>>('session');
    const isCurrent = isIdentitySent || stored?.identity === identity;
    if (typeof stored?.token === 'string' && stored.token !== refusedToken && isCurrent) {
      isIdentitySent = true;
      return { token: stored.token, isNew: false };
    }
    installation ??= installationId();
    const { body } = await send(fetch, baseUrl, {
      method: 'POST',
      path: '/api/v1/player/identify',
      body: { projectPublicKey, installationId: await installation, ...options.identity } satisfies IdentifyRequest,
    });
    const { playerAccessToken: token } = body as Partial<IdentifyResponse>;
    if (typeof token !== 'string') throw noResponse('the body has no token.');
    isIdentitySent = true;
    await storage.write('session', { token, identity } satisfies StoredSession);
    return { token, isNew: true };
  }

  /** The secret of this installation, created once. The caller's lock prevents a second one. */
  async function installationId(): Promise<string> {
    const readStored = async () => {
      const id = await storage.read<unknown>('installation');
      return typeof id === 'string' && id.length >= 8 && id.length <= 128 ? id : undefined;
    };
    const found = await readStored();
    if (found !== undefined) return found;
    const id = randomId();
    await storage.write('installation', id);
    // Without locks another tab may write at the same time. After a pause both use the last write.
    if (!globalThis.navigator?.locks) await sleep(200);
    return (await readStored()) ?? id;
  }

  return async (request) => {
    let session = current ?? (await abortable(renew(), request.signal));
    let isTokenNew = false;
    for (let tries = 1; ; tries++) {
      try {
        return await send(fetch, baseUrl, {
          ...request,
          headers: { ...request.headers, Authorization: `Bearer ${session.token}` },
        });
      } catch (error) {
        if (!(error instanceof UnauthorizedError) || isTokenNew || tries === MAX_TOKENS) throw error;
        session = await abortable(renew(session.token), request.signal);
        // If the server refuses even a new token, another one does not help.
        isTokenNew = session.isNew;
      }
    }
  };
}
