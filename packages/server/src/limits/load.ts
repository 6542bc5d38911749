import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { type PollPacing, PollScheduler, steadyDelay, stretchedDelay, withJitter } from '../domain/poll-pacing.ts';
import { monotonic, SECOND } from '../domain/time.ts';

/** Refused under overload: polls first, then other reads. */
export type Sheddable = 'poll' | 'read';

const REVIEW_MS = 5 * SECOND;
/** Reads are refused at this multiple of the polls' pressure. */
const READ_PRESSURE = 2;
/** The share of reads in flight after which an address is refused. */
const ADDRESS_SHARE = 0.5;
/** Retry-After of a refused read. Short, because the player waits. */
const READ_RETRY_SECONDS = 5;
/** Overloaded: too busy for more than this share of the polls. */
const OVERLOADED_SHARE = 0.01;
/** With a smaller share of players' polls, polls do not cause the load. */
const MIN_PLAYER_SHARE = 1 / 3;

/** Refuses nothing, with a fixed stretch. */
export function idleLoad(pacing: PollPacing, stretch = () => 1): Load {
  return {
    beginRound: () => {},
    arrived: () => {},
    refuses: () => undefined,
    began: () => {},
    ended: () => {},
    sent: () => {},
    nextPoll(_player, base, last) {
      const stretched = stretchedDelay(pacing, base, stretch());
      const delay = steadyDelay(pacing, { base, stretched, last, isStarting: false });
      return { delay, seconds: withJitter(delay) };
    },
  };
}

type LoadConfig = Pick<Config, 'pacing' | 'pollTarget' | 'shedAfterMilliseconds' | 'shedInFlight'>;

/** Logs refusals at most every five seconds. `elapsed`: monotonic milliseconds. */
export function watchLoad(config: LoadConfig, logger: Logger, elapsed = monotonic) {
  const { pacing, pollTarget, shedAfterMilliseconds, shedInFlight } = config;
  const scheduler = new PollScheduler(pacing, pollTarget, elapsed() / SECOND);
  let roundBeganAt = elapsed();
  let inFlight = 0;
  const inFlightOf = new Map<string, number>();
  /** Since the last review. `ofPlayers`: players' polls. `polls`: only of due players. */
  const zeroCounts = { requests: 0, ofPlayers: 0, polls: 0, late: 0, refused: 0 };
  let counts = { ...zeroCounts };
  /** Too many late polls at the last review. A single time can be a short pause. */
  let wasLate = false;

  /** The round's duration or the reads in flight, whichever is the larger share of its limit. */
  const pressure = (now: number): number =>
    Math.max((now - roundBeganAt) / shedAfterMilliseconds, inFlight / shedInFlight);

  const timer = setInterval(() => {
    const { requests, ofPlayers, polls, late, refused } = counts;
    counts = { ...zeroCounts };
    const isLate = late > polls * OVERLOADED_SHARE && ofPlayers >= requests * MIN_PLAYER_SHARE;
    scheduler.review(elapsed() / SECOND, isLate && wasLate);
    wasLate = isLate;
    const { stretch, capacity, demand } = scheduler;
    const line = { requests, ofPlayers, polls, refused, late, stretch, capacity, demand };
    if (refused > 0) logger.warn(line, 'reads were refused under load');
  }, REVIEW_MS).unref();

  return {
    /** A round is the reads that wait now. Call it when the last round's have begun. */
    beginRound(): void {
      roundBeganAt = elapsed();
    },
    arrived(): void {
      counts.requests++;
    },
    /**
     * Returns seconds until a retry, or undefined. `what`: undefined is never refused. `address`: the
     * key of the client's address. `player`: of an issued token, called only under load.
     */
    refuses(what: Sheddable | undefined, address: string, player: () => string | undefined): number | undefined {
      const now = elapsed();
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
      // The rest of a burst is for players that are due.
      if (!isLate && !isAddressBusy && room === 'little' && !isEarly) return undefined;
      counts.refused++;
      if (client !== undefined) {
        counts.ofPlayers++;
        if (!isEarly) counts.polls++;
        if (!isEarly && isLate) counts.late++;
      }
      return scheduler.refuse(now / SECOND, client);
    },
    /**
     * Counts a read in flight: call `ended` when it settled, `sent` when the response is gone. Until
     * then it counts for the address: slow clients must not get others refused.
     */
    began(address: string): void {
      inFlight++;
      inFlightOf.set(address, (inFlightOf.get(address) ?? 0) + 1);
    },
    ended(): void {
      inFlight--;
    },
    sent(address: string): void {
      const remaining = (inFlightOf.get(address) ?? 1) - 1;
      if (remaining === 0) inFlightOf.delete(address);
      else inFlightOf.set(address, remaining);
    },
    /**
     * Returns seconds to the next poll: `delay` before jitter, `seconds` with it. `last`: the last
     * delay for the same `base`, if the request says so.
     */
    nextPoll(player: string, base: number, last: number | undefined): { delay: number; seconds: number } {
      const now = elapsed() / SECOND;
      counts.ofPlayers++;
      const stretched = stretchedDelay(pacing, base, scheduler.stretch);
      const delay = steadyDelay(pacing, { base, stretched, last, isStarting: scheduler.isStarting(now) });
      const seconds = withJitter(delay);
      if (scheduler.answered(now, player, { base, delay: seconds })) counts.polls++;
      return { delay, seconds };
    },
    stretch: (): number => scheduler.stretch,
    stop: () => clearInterval(timer),
  };
}

/** How busy the server is: which requests to refuse, and when players poll next. */
export type Load = Omit<ReturnType<typeof watchLoad>, 'stretch' | 'stop'>;
