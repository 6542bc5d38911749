import type { PlayerDataResponse } from '@player-support/contract/team/player-data';
import type { Config } from '../../config/config.ts';
import { isAccount, newId } from '../../domain/ids.ts';
import { RecentMap } from '../../domain/recent-map.ts';
import { isSealed } from '../../domain/sealed-text.ts';
import { iso, MINUTE, SECOND } from '../../domain/time.ts';
import { ConcurrencyLimiter } from '../../limits/concurrency-limiter.ts';
import { exchange } from '../../network/exchange.ts';
import { createResolveName, type ResolveName } from '../../network/resolve-name.ts';
import { signedHeaders } from '../../network/webhook-signature.ts';
import type { PlayerRow, ProjectRow } from '../../store/tables.ts';
import { type Loaded, readResponse } from './read-response.ts';

declare module '../../operations/context.ts' {
  interface Parts {
    readonly playerData: PlayerData;
  }
}

/** From the look-up of the name to the end of the answer. */
const TIMEOUT_MS = 3 * SECOND;
/** How long an answer is used again. Failures are not kept, so that a retry asks again. */
const MAX_AGE_MS = MINUTE;
/** Answers that are kept: at least this many, and at most twice as many, with 64 KiB each. */
const KEPT = 100;
/** Requests to the service of one project. The next one fails at once, so nothing queues up. */
const OF_PROJECT = { maxRunning: 16, maxQueued: 0, perTurn: false };
/** Requests of one member or key. They do not count among its other requests. */
const OF_CALLER = { maxRunning: 8, maxQueued: 8, perTurn: false };

/** The player that a test asks for. No player has this id. */
export const TEST_PLAYER = { player_id: 'ply_test', user_id: null } as const;

/** What a service is told about a player. */
type AskedPlayer = Pick<PlayerRow, 'player_id' | 'user_id'>;
type Source = Pick<ProjectRow, 'project_id' | 'player_data_url' | 'player_data_secret'>;

interface Kept {
  readonly response: PlayerDataResponse;
  readonly expiresAt: number;
}

interface PlayerDataOptions {
  readonly config: Pick<Config, 'webhookAllowPrivate'>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Default: with the name servers of the system. */
  readonly resolveName?: ResolveName;
  /** Trusted besides the usual certificates. For tests. */
  readonly ca?: string | undefined;
  /** Default: three seconds. For tests. */
  readonly timeoutMilliseconds?: number;
}

/** Asks the services of studios for what they know about players. */
export function createPlayerData(options: PlayerDataOptions) {
  const { config, clock, resolveName = createResolveName(), ca, timeoutMilliseconds = TIMEOUT_MS } = options;
  const ofCaller = new ConcurrencyLimiter(OF_CALLER);
  const ofProject = new ConcurrencyLimiter(OF_PROJECT);
  const kept = new RecentMap<Kept>(KEPT);
  /** One request at a time for each player. */
  const running = new Map<string, Promise<PlayerDataResponse>>();

  async function request(url: string, secret: string, projectId: string, player: AskedPlayer): Promise<Loaded> {
    const now = clock();
    const { player_id: playerId, user_id: userId } = player;
    // The backend of the game has proved the user id of an account. The test player has none.
    const data = { projectId, playerId, userId, verified: userId !== null && isAccount(playerId) };
    const body = JSON.stringify({ type: 'player-data', timestamp: iso(now), data });
    const headers = {
      ...signedHeaders(newId('delivery', now), body, secret, now),
      accept: 'application/json',
      'accept-encoding': 'identity',
    };
    const ended = new AbortController();
    const rules = { allowPrivate: config.webhookAllowPrivate, resolveName };
    try {
      return await exchange<Loaded>(
        { url, body, headers },
        { ...rules, timeoutMilliseconds, signal: ended.signal, ca },
        readResponse,
      );
    } finally {
      // A look-up of the name may still run.
      ended.abort();
    }
  }

  /** Asks the service of a project, without what is kept. */
  async function ask(source: Source, player: AskedPlayer): Promise<PlayerDataResponse> {
    const { project_id: projectId, player_data_url: url, player_data_secret: secret } = source;
    if (url === null || secret === null) return failed({ ok: false, error: 'not-set' });
    if (isSealed(url) || isSealed(secret)) return failed({ ok: false, error: 'secret-key' });
    using slot = await ofProject.enter(projectId).catch(() => undefined);
    if (slot === undefined) return failed({ ok: false, error: 'busy' });
    const loaded = await request(url, secret, projectId, player);
    if (!loaded.ok) return failed(loaded);
    return { sections: [...loaded.sections], error: null, detail: null, loadedAt: iso(clock()) };
  }

  return {
    ask,
    /** Limits how many requests of a caller run. @throws AppError `rate-limited` */
    enter: (callerId: string): Promise<Disposable> => ofCaller.enter(callerId),
    /** What the service of the player's project answers, or answered up to a minute ago. */
    async ofPlayer(source: Source, player: AskedPlayer): Promise<PlayerDataResponse> {
      // With all that the answer depends on.
      const key = JSON.stringify([player.player_id, player.user_id, source.player_data_url]);
      const last = kept.get(key);
      if (last !== undefined && clock() < last.expiresAt) return last.response;
      const asked =
        running.get(key) ??
        ask(source, player)
          .then((response) => {
            if (response.error === null) kept.set(key, { response, expiresAt: clock() + MAX_AGE_MS });
            return response;
          })
          .finally(() => running.delete(key));
      running.set(key, asked);
      return asked;
    },
  };
}

export type PlayerData = ReturnType<typeof createPlayerData>;

const failed = ({ error, detail = null }: { error: string; detail?: string | null } & Loaded): PlayerDataResponse => ({
  sections: [],
  error,
  detail,
  loadedAt: null,
});
