import { RecentMap } from '../domain/recent-map.ts';
import { SECOND } from '../domain/time.ts';
import type { PlayerSession } from './players.ts';

/** At least this many sessions are kept, and up to twice as many. 100,000 need about 30 MB. */
const SIZE = 50_000;

/**
 * The sessions of players who polled recently, for a database that only this process writes to.
 * Every write to a player removes that player's session. If another program writes to the
 * database, all sessions are removed within a second.
 */
export class SessionCache {
  readonly #sessions: RecentMap<PlayerSession>;
  readonly #version: () => number;
  #lastVersion: number;
  #checkedAt = performance.now();
  #changes = 0;

  /** @param version a number that changes when another program has written to the database */
  constructor(version: () => number, size = SIZE) {
    this.#sessions = new RecentMap(size);
    this.#version = version;
    this.#lastVersion = version();
  }

  get(playerId: string): PlayerSession | undefined {
    if (performance.now() - this.#checkedAt > SECOND) this.#check();
    return this.#sessions.get(playerId);
  }

  /** Reads a session, and keeps it if `isKept`, unless a player changes in the meantime. */
  async read<Session extends PlayerSession>(
    read: Promise<Session | undefined>,
    isKept: (session: Session) => boolean,
  ): Promise<Session | undefined> {
    const changes = this.#changes;
    const session = await read;
    if (session !== undefined && changes === this.#changes && isKept(session)) {
      this.#sessions.set(session.player_id, session);
    }
    return session;
  }

  /** Removes a session. Call it after each write to the player, before anybody is told of it. */
  remove(playerId: string): void {
    this.#changes++;
    this.#sessions.delete(playerId);
  }

  #check(): void {
    this.#checkedAt = performance.now();
    const version = this.#version();
    if (version === this.#lastVersion) return;
    this.#lastVersion = version;
    this.#changes++;
    this.#sessions.clear();
  }
}
