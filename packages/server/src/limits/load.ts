import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { type PollPacing, steadyDelay, stretchedDelay, withJitter } from '../domain/poll-pacing.ts';
import { PollScheduler } from '../domain/poll-scheduler.ts';
import { SECOND } from '../domain/time.ts';

/** What the server refuses under overload: polls first, then other reads. */
export type Sheddable = 'poll' | 'read';

/** How busy the server is, and what that means for callers. */
export interface Load {
  /** Counts a request of any kind. */
  arrived(): void;
  /**
   * Whether to refuse a request now: the seconds until the client should try again, or undefined.
   *
   * @param what undefined: a request that is never refused
   * @param address the key of the client's address
   * @param player returns the player of an access token that this service issued; called only
   *   under load
   */
  refuses(what: Sheddable | undefined, address: string, player: () => string | undefined): number | undefined;
  /** Counts a sheddable request as in flight. Call `ended` when it has settled. */
  began(what: Sheddable | undefined, address: string): void;
  ended(what: Sheddable | undefined, address: string): void;
  /**
   * The delay until the next poll of an answered player, in seconds: `delay` before jitter,
   * `seconds` with it.
   *
   * @param base the delay on an idle server
   * @param last what the player was told before for the same base, if it says so
   */
  nextPoll(player: string, base: number, last: number | undefined): { delay: number; seconds: number };
}

const REVIEW_MS = 5 * SECOND;
/** Reads are refused at this many times the pressure at which polls are refused. */
const READ_PRESSURE = 2;
/** The share of the reads in flight that one address may have before its own reads are refused. */
const ADDRESS_SHARE = 0.5;
/** When to repeat a refused read: soon, because a player waits for it in front of a screen. */
const READ_RETRY_SECONDS = 5;
/** The server is overloaded if it had no time for more than this share of the polls. */
const OVERLOADED_SHARE = 0.01;
/** With a smaller share of polls by players, something else keeps the server busy. */
const MIN_PLAYER_SHARE = 1 / 3;

/** The load of a server that refuses nothing and whose stretch is given. */
export function calmLoad(pacing: PollPacing, stretch = () => 1): Load {
  return {
    arrived: () => {},
    refuses: () => undefined,
    began: () => {},
    ended: () => {},
    nextPoll(_player, base, last) {
      const stretched = stretchedDelay(pacing, base, stretch());
      const delay = steadyDelay(pacing, { base, stretched, last, isStarting: false });
      return { delay, seconds: withJitter(delay) };
    },
  };
}

type LoadConfig = Pick<Config, 'pacing' | 'pollTarget' | 'shedAfterMilliseconds' | 'shedInFlight'>;

/**
 * Watches the load of this process. It logs refusals, at most every five seconds.
 *
 * @param clock milliseconds, only forward
 */
export function watchLoad(
  config: LoadConfig,
  logger: Logger,
  clock = () => performance.now(),
): Load & { stretch(): number; stop(): void } {
  const { pacing, pollTarget, shedAfterMilliseconds, shedInFlight } = config;
  const scheduler = new PollScheduler(pacing, pollTarget, clock() / SECOND);
  let turnStartedAt: number | undefined;
  let inFlight = 0;
  const inFlightOf = new Map<string, number>();
  /** Since the last review. `ofPlayers`: polls by players; `polls`: by players that were due. */
  const zero = { requests: 0, ofPlayers: 0, polls: 0, late: 0, refused: 0 };
  let counts = { ...zero };
  /**
   * Whether too many polls were late in the last review too. Once can be a pause of the machine.
   */
  let wasLate = false;

  /**
   * The duration of this turn of the event loop or the reads in flight, as a share of their limit.
   * A request waits about one turn before the server reads it.
   */
  function pressure(now: number): number {
    if (turnStartedAt === undefined) {
      turnStartedAt = now;
      setImmediate(() => {
        turnStartedAt = undefined;
      });
    }
    return Math.max((now - turnStartedAt) / shedAfterMilliseconds, inFlight / shedInFlight);
  }

  const timer = setInterval(() => {
    const { requests, ofPlayers, polls, late, refused } = counts;
    counts = { ...zero };
    const isLate = late > polls * OVERLOADED_SHARE && ofPlayers >= requests * MIN_PLAYER_SHARE;
    scheduler.review(clock() / SECOND, isLate && wasLate);
    wasLate = isLate;
    const { stretch, capacity, demand } = scheduler;
    const line = { requests, ofPlayers, polls, refused, late, stretch, capacity, demand };
    if (refused > 0) logger.warn(line, 'reads were refused under load');
  }, REVIEW_MS).unref();

  return {
    arrived() {
      counts.requests++;
    },
    refuses(what, address, player) {
      const now = clock();
      const pressureNow = pressure(now);
      const addressPressure = (inFlightOf.get(address) ?? 0) / (shedInFlight * ADDRESS_SHARE);
      const isAddressBusy = addressPressure >= 1;
      if (what === 'read' && (pressureNow >= READ_PRESSURE || isAddressBusy)) {
        counts.refused++;
        return withJitter(READ_RETRY_SECONDS);
      }
      if (what !== 'poll') return undefined;
      const isLate = pressureNow >= 1;
      const room = scheduler.room(now / SECOND);
      if (!isLate && !isAddressBusy && room === 'plenty') return undefined;
      const client = player();
      const isEarly = client !== undefined && scheduler.isEarly(now / SECOND, client);
      // The last places are for players that are due.
      if (!isLate && !isAddressBusy && room === 'little' && !isEarly) return undefined;
      counts.refused++;
      if (client !== undefined) {
        counts.ofPlayers++;
        if (!isEarly) counts.polls++;
        if (!isEarly && isLate) counts.late++;
      }
      return scheduler.refuse(now / SECOND, client);
    },
    began(what, address) {
      if (what === undefined) return;
      inFlight++;
      inFlightOf.set(address, (inFlightOf.get(address) ?? 0) + 1);
    },
    ended(what, address) {
      if (what === undefined) return;
      inFlight--;
      const left = (inFlightOf.get(address) ?? 1) - 1;
      if (left === 0) inFlightOf.delete(address);
      else inFlightOf.set(address, left);
    },
    nextPoll(player, base, last) {
      const now = clock() / SECOND;
      counts.ofPlayers++;
      const stretched = stretchedDelay(pacing, base, scheduler.stretch);
      const delay = steadyDelay(pacing, { base, stretched, last, isStarting: scheduler.isStarting(now) });
      const seconds = withJitter(delay);
      if (scheduler.answered(now, player, { base, delay: seconds })) counts.polls++;
      return { delay, seconds };
    },
    stretch: () => scheduler.stretch,
    stop: () => clearInterval(timer),
  };
}
