import type { TeamEvents } from '@player-support/contract/team/events';
import type { Config } from '../config.ts';
import { SECOND } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import type { Bus } from '../store/bus.ts';
import { createBatch, type News } from './batch.ts';
import { EventStream, type Reader } from './event-stream.ts';
import { createHub } from './hub.ts';
import { createPresence, type Word } from './presence.ts';
import { createRecheck } from './recheck.ts';

/** Tells members' consoles, on every node, what changed. Called after the commit; costs a request next to nothing. */
export interface Live {
  /** Without a ticket: many of the project did. */
  ticketChanged(projectId: string, ticketId: string | null): void;
  settingsChanged(what: TeamEvents['settings']['what']): void;
  /** A session ended, or a key: streams that may not go on are ended at once. `settingsChanged('members')` does so too. */
  accessChanged(): void;
  /** A member's word about a ticket. */
  presenceChanged(word: Word): void;
  /** A new stream, resumed after that event if it can be. @throws AppError `rate-limited`, `unavailable` */
  open(reader: Reader, lastEventId: string | undefined, reauthenticate: () => Promise<Reader>): EventStream;
  /** How many streams there are. */
  streams(): number;
  /** Ends all streams; there are no new ones. */
  close(): void;
  /** Tells the other nodes what they were not told yet, and from now on everything at once. */
  stop(): void;
}

/** How long a member may have no stream, while one is resumed, before it is taken to have gone. */
const GRACE = 5 * SECOND;
/** Seconds after which it is looked at whether those who read streams still may. */
const RECHECK = 30;
const TRY_AGAIN = 30;
const TOPIC = 'live';

export interface LiveOptions {
  readonly config: Pick<Config, 'live'>;
  readonly clock: () => number;
  /** The way to the other nodes, if there may be some. */
  readonly bus?: Bus | undefined;
}

/** The live updates of one process. */
export function createLive({ config: { live: settings }, clock, bus }: LiveOptions): Live {
  const hub = createHub();
  const presence = createPresence(clock);
  const recheck = createRecheck(hub);
  const batch = createBatch((news) => {
    tell(news);
    for (const one of news) bus?.publish(TOPIC, one);
  });
  let closed = false;
  let seconds = 0;

  /** Tells this node's streams. */
  function tell(news: readonly News[]): void {
    const words = news.flatMap((one) => ('word' in one ? presence.say(one.word) : []));
    hub.publish([...news.flatMap((one) => ('event' in one ? [one.event] : [])), ...present(words)]);
    const access = news.some(
      (one) =>
        'access' in one || ('event' in one && one.event.name === 'settings' && one.event.data.what === 'members'),
    );
    if (access) void recheck();
  }

  /** Who is on the tickets of these words now. */
  function present(words: readonly Word[]) {
    const tickets = new Map(words.map(({ ticketId, projectId }) => [ticketId, projectId]));
    return Array.from(tickets, ([ticketId, projectId]) => {
      return { name: 'presence', data: { projectId, ticketId, present: presence.onTicket(ticketId) } } as const;
    });
  }

  const streamsOf = (readerId: string) => [...hub.streams].filter(({ reader }) => reader.id === readerId).length;

  bus?.subscribe(TOPIC, (said) => {
    if (said === undefined) {
      hub.publish([{ name: 'reset', data: {} }]);
      void recheck();
      return;
    }
    const news = said as News[];
    // Whoever left there is here: the others are told again.
    const stays = (one: News) => 'word' in one && one.word.left === true && streamsOf(one.word.memberId) > 0;
    for (const one of news.filter(stays)) {
      if ('word' in one) for (const word of presence.ofMember(one.word.memberId)) batch.word(word);
    }
    tell(news.filter((one) => !stays(one)));
  });

  function left(memberId: string): void {
    if (closed || streamsOf(memberId) > 0) return;
    for (const word of presence.ofMember(memberId)) batch.word({ ...word, state: 'gone', left: true });
  }

  // One timer for all.
  const timer = setInterval(() => {
    seconds++;
    hub.publish(present(presence.expire()));
    if (seconds % settings.heartbeatSeconds === 0) hub.beat();
    if (seconds % RECHECK === 0) void recheck();
  }, SECOND).unref();

  return {
    ticketChanged: batch.ticket,
    settingsChanged: batch.settings,
    accessChanged: batch.access,
    presenceChanged: batch.word,

    open(reader, lastEventId, reauthenticate) {
      const headers = { 'retry-after': String(TRY_AGAIN) };
      if (streamsOf(reader.id) >= settings.streamsPerMember) {
        const detail = `At most ${settings.streamsPerMember} streams of events at a time. Close one.`;
        throw new AppError('rate-limited', { detail, headers });
      }
      if (closed || hub.streams.size >= settings.streams) throw new AppError('unavailable', { headers });
      const stream = new EventStream(reader, reauthenticate);
      stream.readable.once('close', () => setTimeout(left, GRACE, reader.id).unref());
      hub.add(stream, lastEventId);
      return stream;
    },

    streams: () => hub.streams.size,
    close() {
      closed = true;
      clearInterval(timer);
      for (const stream of hub.streams) stream.end();
    },
    stop: batch.stop,
  };
}
