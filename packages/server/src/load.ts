import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { PollBook } from './domain/poll-book.ts';
import { type PollPacing, steadyDelay, stretchedDelay, withJitter } from './domain/poll-pacing.ts';
import { SECOND } from './domain/time.ts';

/** What is refused under overload, polls before other reads. Nothing else ever is. */
export type Sheddable = 'poll' | 'read';

/** How busy the server is, and what follows from it for those who call. */
export interface Load {
  /**
   * Notes a request, and says in how many seconds to try again if it must not be answered now.
   * `undefined` for `what`: a request that is always answered.
   */
  refuses(what: Sheddable | undefined): number | undefined;
  /** Counts sheddable work as in flight; when it has settled, `ended` must be called. */
  began(what: Sheddable | undefined): void;
  ended(what: Sheddable | undefined): void;
  /**
   * The delay until a player's next poll in seconds: `delay` before jitter, `seconds` with it.
   *
   * @param base what it is on an idle server
   * @param last what the player was told before for the same base, if it says so
   */
  nextPoll(base: number, last: number | undefined): { delay: number; seconds: number };
}

const REVIEW = 5 * SECOND;
/** Reads are refused at so many times the load that polls are refused at. */
const READS_LATER = 2;
/** Seconds; a read is somebody's who waits in front of a screen. */
const READ_AGAIN = 5;
/** The server is overloaded if it had no time for this share of the polls. */
const OVERLOADED = 0.01;

/** A server that is never busy, or always by as much. */
export function calmLoad(pacing: PollPacing, stretch = () => 1): Load {
  return {
    refuses: () => undefined,
    began: () => {},
    ended: () => {},
    nextPoll(base, last) {
      const delay = steadyDelay(pacing, base, stretchedDelay(pacing, base, stretch()), last, false);
      return { delay, seconds: withJitter(delay) };
    },
  };
}

type LoadConfig = Pick<Config, 'pacing' | 'pollTarget' | 'shedAfterMilliseconds' | 'shedInFlight'>;

/** The load of this process. It logs when it had to refuse, at most every five seconds. */
export function watchLoad(config: LoadConfig, logger: Logger): Load & { stretch(): number; stop(): void } {
  const { pacing, pollTarget, shedAfterMilliseconds, shedInFlight } = config;
  const book = new PollBook(pacing, pollTarget, performance.now() / SECOND);
  let turnBegan: number | undefined;
  let inFlight = 0;
  let counts = { polls: 0, late: 0, refused: 0 };

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
    const { polls, late, refused } = counts;
    counts = { polls: 0, late: 0, refused: 0 };
    book.review(performance.now() / SECOND, late > polls * OVERLOADED);
    const { stretch, capacity, demand } = book;
    if (refused > 0) logger.warn({ polls, refused, late, stretch, capacity, demand }, 'requests were put off');
  }, REVIEW).unref();

  return {
    refuses(what) {
      const now = performance.now();
      const pressed = pressure(now);
      if (what === 'read' && pressed >= READS_LATER) {
        counts.refused++;
        return withJitter(READ_AGAIN);
      }
      if (what !== 'poll') return undefined;
      counts.polls++;
      const late = pressed >= 1;
      if (!late && book.admits(now / SECOND)) return undefined;
      counts.refused++;
      if (late) counts.late++;
      return book.putOff(now / SECOND);
    },
    began(what) {
      if (what !== undefined) inFlight++;
    },
    ended(what) {
      if (what !== undefined) inFlight--;
    },
    nextPoll(base, last) {
      const now = performance.now() / SECOND;
      const delay = steadyDelay(pacing, base, stretchedDelay(pacing, base, book.stretch), last, book.young(now));
      const seconds = withJitter(delay);
      book.answered(now, base, seconds);
      return { delay, seconds };
    },
    stretch: () => book.stretch,
    stop: () => clearInterval(timer),
  };
}
