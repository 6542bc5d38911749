import { UnauthorizedError } from './errors.ts';
import { type Answer, abortable, type Fetch, noAnswer, type Request, send } from './http.ts';
import { exclusively } from './locks.ts';
import { randomId } from './random-id.ts';
import type { SafeStorage } from './storage.ts';
import { sleep } from './time.ts';
import type { IdentifyRequest, IdentifyResponse } from './types.ts';

/** What an installation keeps of its token. */
interface StoredSession {
  readonly token: string;
  /** What it was identified with, to tell whether that changed. */
  readonly identity: string;
}

interface Session {
  readonly token: string;
  /** Whether this page got it from the server, rather than another tab. */
  readonly own: boolean;
}

/** Tokens that one call tries. */
const TRIES = 4;

export type Identity = Pick<IdentifyRequest, 'userId' | 'sessionId' | 'context'>;

/** Sends a request as the player. @throws SupportError; what the request's signal was aborted with */
export type Call = (request: Request) => Promise<Answer>;

/** Calls under the player's current token; a new one is got when there is none or it is refused. */
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
  /** Whether the server knows this identity. Another tab may tell it another one; to answer that would never end. */
  let introduced = false;

  /** One new session for all that wait; never two identifies of this page at once. */
  async function renew(refused?: string): Promise<Session> {
    if (current && current.token !== refused) return current;
    renewal ??= exclusively(`player-support:${projectPublicKey}:session`, () => newSession(refused)).finally(() => {
      renewal = undefined;
    });
    current = await renewal;
    return current;
  }

  async function newSession(refused: string | undefined): Promise<Session> {
    // Where tabs cannot lock each other out, a pause of its own for each lets one identify and the others see it.
    if (refused !== undefined && !globalThis.navigator?.locks) await sleep(Math.random() * 500);
    const stored = await storage.read<Partial<StoredSession>>('session');
    if (typeof stored?.token === 'string' && stored.token !== refused && (introduced || stored.identity === identity)) {
      introduced = true;
      return { token: stored.token, own: false };
    }
    installation ??= installationId();
    const { body } = await send(fetch, baseUrl, {
      method: 'POST',
      path: '/api/v1/player/identify',
      body: { projectPublicKey, installationId: await installation, ...options.identity } satisfies IdentifyRequest,
    });
    const { playerAccessToken: token } = body as Partial<IdentifyResponse>;
    if (typeof token !== 'string') throw noAnswer('it gives no token.');
    introduced = true;
    await storage.write('session', { token, identity } satisfies StoredSession);
    return { token, own: true };
  }

  /** Made once; two tabs that start together agree, since they ask under the same lock. */
  async function installationId(): Promise<string> {
    const kept = async () => {
      const id = await storage.read<unknown>('installation');
      return typeof id === 'string' && id.length >= 8 && id.length <= 128 ? id : undefined;
    };
    const found = await kept();
    if (found !== undefined) return found;
    const id = randomId();
    await storage.write('installation', id);
    // Without locks another tab may write at the same time. Who wrote last is right, and a while later all see who that was.
    if (!globalThis.navigator?.locks) await sleep(200);
    return (await kept()) ?? id;
  }

  return async (request) => {
    let session = current ?? (await abortable(renew(), request.signal));
    let renewed = false;
    for (let tries = 1; ; tries++) {
      try {
        return await send(fetch, baseUrl, {
          ...request,
          headers: { ...request.headers, Authorization: `Bearer ${session.token}` },
        });
      } catch (error) {
        if (!(error instanceof UnauthorizedError) || renewed || tries === TRIES) throw error;
        session = await abortable(renew(session.token), request.signal);
        // One that is refused although it is new will not get better by another.
        renewed = session.own;
      }
    }
  };
}
