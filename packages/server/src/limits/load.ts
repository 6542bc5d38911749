import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { type PollPacing, steadyDelay, stretchedDelay, withJitter } from '../domain/poll-pacing.ts';
import { PollScheduler } from '../domain/poll-scheduler.ts';
import { SECOND } from '../domain/time.ts';

/** What is refused under overload, polls before other reads. Nothing else ever is. */
export type Sheddable = 'poll' | 'read';

/** How busy the server is, and what follows from it for those who call. */
export interface Load {
  /** Notes a request, whatever it asks for. */
  arrived(): void;
  /**
   * Says in how many seconds to try again if a request must not be answered now.
   *
   * @param what undefined: a request that is always answered
   * @param address the key of the address that it comes from
   * @param player gives the player of a token that this service issued; called only under load
   */
  refuses(what: Sheddable | undefined, address: string, player: () => string | undefined): number | undefined;
  /** Counts sheddable work as in flight; when it has settled, `ended` must be called. */
  began(what: Sheddable | undefined, address: string): void;
  ended(what: Sheddable | undefined, address: string): void;
  /**
   * The delay until a player's next poll in seconds: `delay` before jitter, `seconds` with it.
   *
   * @param player the player who is answered
   * @param base what it is on an idle server
   * @param last what the player was told before for the same base, if it says so
   */
  nextPoll(player: string, base: number, last: number | undefined): { delay: number; seconds: number };
}

const REVIEW = 5 * SECOND;
/** Reads are refused at so many times the load that polls are refused at. */
const READS_LATER = 2;
/** The share of the reads in flight that one address may have before its own polls are refused. */
const ADDRESS_SHARE = 0.5;
/** Seconds; a read is somebody's who waits in front of a screen. */
const READ_AGAIN = 5;
/** The server is overloaded if it had no time for this share of the polls. */
const OVERLOADED = 0.01;
/** Where fewer of all requests are polls of players, something else keeps the server busy. */
const PLAYERS_SHARE = 1 / 3;

/** A server that is never busy, or always by as much. */
export function calmLoad(pacing: PollPacing, stretch = () => 1): Load {
  return {
    arrived: () => {},
    refuses: () => undefined,
    began: () => {},
    ended: () => {},
    nextPoll(_player, base, last) {
      const delay = steadyDelay(pacing, base, stretchedDelay(pacing, base, stretch()), last, false);
      return { delay, seconds: withJitter(delay) };
    },
  };
}

type LoadConfig = Pick<Config, 'pacing' | 'pollTarget' | 'shedAfterMilliseconds' | 'shedInFlight'>;

/**
 * The load of this process. It logs when it had to refuse, at most every five seconds.
 *
 * @param clock milliseconds, only forward
 */
export function watchLoad(
  config: LoadConfig,
  logger: Logger,
  clock = () => performance.now(),
): Load & { stretch(): number; stop(): void } {
  const { pacing, pollTarget, shedAfterMilliseconds, shedInFlight } = config;
  const book = new PollScheduler(pacing, pollTarget, clock() / SECOND);
  let turnBegan: number | undefined;
  let inFlight = 0;
  const inFlightOf = new Map<string, number>();
  /** Since the last review. `ofPlayers`: polls of players; `polls`: of players who were due. */
  const none = { requests: 0, ofPlayers: 0, polls: 0, late: 0, refused: 0 };
  let counts = { ...none };
  /** Whether too many came too late in the last review too: once can be a pause of the machine. */
  let wasLate = false;

  /**
   * How long this turn of the event loop has lasted, and how much is in flight: 1 is the most that polls may find. A request
   * waits about as long as a turn lasts before it is read at all.
   */
  function pressure(now: number): number {
    if (turnBegan === undefined) {
      turnBegan = now;
      setImmediate(() => {
        turnBegan = undefined;
      });
    }
    return Math.max((now - turnBegan) / shedAfterMilliseconds, inFlight / shedInFlight);
  }

  const timer = setInterval(() => {
    const { requests, ofPlayers, polls, late, refused } = counts;
    counts = { ...none };
    const isLate = late > polls * OVERLOADED && ofPlayers >= requests * PLAYERS_SHARE;
    book.review(clock() / SECOND, isLate && wasLate);
    wasLate = isLate;
    const { stretch, capacity, demand } = book;
    const line = { requests, ofPlayers, polls, refused, late, stretch, capacity, demand };
    if (refused > 0) logger.warn(line, 'requests were put off');
  }, REVIEW).unref();

  return {
    arrived() {
      counts.requests++;
    },
    refuses(what, address, player) {
      const now = clock();
      const pressed = pressure(now);
      const own = (inFlightOf.get(address) ?? 0) / (shedInFlight * ADDRESS_SHARE);
      // One address never has so much in flight that it counts for the others.
      if (what === 'read' && (pressed >= READS_LATER || own >= 1)) {
        counts.refused++;
        return withJitter(READ_AGAIN);
      }
      if (what !== 'poll') return undefined;
      const late = pressed >= 1;
      const room = book.room(now / SECOND);
      if (!late && own < 1 && room === 'plenty') return undefined;
      const client = player();
      const early = client !== undefined && book.expects(now / SECOND, client);
      // Those who come before they are due leave the last places to those who are due.
      if (!late && own < 1 && room === 'little' && !early) return undefined;
      counts.refused++;
      if (client !== undefined) {
        counts.ofPlayers++;
        if (!early) counts.polls++;
        if (!early && late) counts.late++;
      }
      return book.putOff(now / SECOND, client);
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
      const delay = steadyDelay(pacing, base, stretchedDelay(pacing, base, book.stretch), last, book.young(now));
      const seconds = withJitter(delay);
      if (book.answered(now, player, base, seconds)) counts.polls++;
      return { delay, seconds };
    },
    stretch: () => book.stretch,
    stop: () => clearInterval(timer),
  };
}
