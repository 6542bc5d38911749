import type { PlayerDataProblem } from '@player-support/contract/enums';
import type { PlayerDataResponse } from '@player-support/contract/team/player-data';
import type { Config } from '../../config/config.ts';
import { type CountedCaller, countedAs } from '../../domain/counted-caller.ts';
import { isAccount, newId } from '../../domain/ids.ts';
import { RecentMap } from '../../domain/recent-map.ts';
import { isSealed } from '../../domain/sealed-text.ts';
import { SharedWork } from '../../domain/shared-work.ts';
import { iso, MINUTE, SECOND } from '../../domain/time.ts';
import { createConcurrencyLimiter } from '../../limits/concurrency-limiter.ts';
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

/** From the name's look-up to the end of the answer. */
const TIMEOUT_MS = 3 * SECOND;
/** Answers are used again for so long. Failures are not kept, so a retry asks again. */
const MAX_AGE_MS = MINUTE;
/** Answers: at least so many, at most twice as many. */
const KEPT = 100;
/** Of one project's service. The next one fails at once. */
const OF_PROJECT = { maxRunning: 16, maxQueued: 0, perTurn: false };
/** Of one member, or of its keys, apart from its other requests. */
const OF_CALLER = { maxRunning: 8, maxQueued: 8, perTurn: false };

/** For tests. No player has this id. */
export const TEST_PLAYER = { player_id: 'ply_test', user_id: null } as const;

type AskedPlayer = Pick<PlayerRow, 'player_id' | 'user_id'>;
type Source = Pick<ProjectRow, 'project_id' | 'player_data_url' | 'player_data_secret'>;

interface PlayerDataOptions {
  readonly config: Pick<Config, 'webhookAllowPrivate'>;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly elapsed: () => number;
  /** Default: the system's name servers. */
  readonly resolveName?: ResolveName;
  /** Trusted besides the usual certificates. For tests. */
  readonly ca?: string | undefined;
  /** Default: three seconds. For tests. */
  readonly timeoutMilliseconds?: number;
}

export function createPlayerData(options: PlayerDataOptions) {
  const { config, clock, elapsed, resolveName = createResolveName(), ca, timeoutMilliseconds = TIMEOUT_MS } = options;
  const ofCaller = createConcurrencyLimiter(OF_CALLER);
  const ofProject = createConcurrencyLimiter(OF_PROJECT);
  const kept = new RecentMap<{ readonly response: PlayerDataResponse; readonly expiresAt: number }>(KEPT);
  /** One request at a time for each player. */
  const asking = new SharedWork<PlayerDataResponse>();

  async function request(url: string, secret: string, projectId: string, player: AskedPlayer): Promise<Loaded> {
    const now = clock();
    const { player_id: playerId } = player;
    const userId = player.user_id || null;
    // The game's backend proved the user id of an account.
    const data = { projectId, playerId, userId, verified: userId !== null && isAccount(playerId) };
    const body = JSON.stringify({ type: 'player-data', timestamp: iso(now), data });
    const headers = {
      ...signedHeaders(newId('delivery', now), body, secret, now),
      accept: 'application/json',
      'accept-encoding': 'identity',
    };
    const ended = new AbortController();
    const rules = { allowPrivate: config.webhookAllowPrivate, resolveName, timeoutMilliseconds, ca };
    try {
      return await exchange<Loaded>({ url, body, headers }, { ...rules, signal: ended.signal }, readResponse);
    } finally {
      // A look-up of the name may still run.
      ended.abort();
    }
  }

  /** Asks a project's service, without kept answers. */
  async function ask(source: Source, player: AskedPlayer): Promise<PlayerDataResponse> {
    const { project_id: projectId, player_data_url: url, player_data_secret: secret } = source;
    if (url === null || secret === null) return failed('not-set');
    if (isSealed(url) || isSealed(secret)) return failed('secret-key');
    using slot = await ofProject.enter(projectId).catch(() => undefined);
    if (slot === undefined) return failed('busy');
    const loaded = await request(url, secret, projectId, player);
    if (!loaded.ok) return failed(loaded.error, loaded.detail);
    return { sections: [...loaded.sections], error: null, detail: null, loadedAt: iso(clock()) };
  }

  return {
    ask,
    /** Limits a caller's simultaneous requests. Throws AppError `rate-limited`. */
    enter: (caller: CountedCaller): Promise<Disposable> => ofCaller.enter(countedAs(caller)),
    /** The answer of the project's service, up to a minute old. */
    async ofPlayer(source: Source, player: AskedPlayer): Promise<PlayerDataResponse> {
      // All that the answer depends on.
      const key = JSON.stringify([player.player_id, player.user_id, source.player_data_url]);
      const last = kept.get(key);
      if (last !== undefined && elapsed() < last.expiresAt) return last.response;
      return asking.run(key, async () => {
        const response = await ask(source, player);
        if (response.error === null) kept.set(key, { response, expiresAt: elapsed() + MAX_AGE_MS });
        return response;
      });
    },
  };
}

export type PlayerData = ReturnType<typeof createPlayerData>;

const failed = (error: PlayerDataProblem, detail: string | null = null): PlayerDataResponse => {
  return { sections: [], error, detail, loadedAt: null };
};
