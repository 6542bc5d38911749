import type { Config } from '../config/config.ts';
import { projectIdsOf } from '../domain/access.ts';
import { isFullFor, placesTaken } from '../domain/counted-caller.ts';
import { SECOND } from '../domain/time.ts';
import { AppError } from '../errors.ts';
import type { Bus } from '../store/bus.ts';
import type { Store } from '../store/store.ts';
import { processTimers, type Timers } from '../timers.ts';
import { type Change, createChangeBatch } from './change-batch.ts';
import { createHub, createStream, credentialOf, type EventStream, type Reader, type TeamEvent } from './hub.ts';
import { createOffers, createPresence, type PresenceUpdate } from './presence.ts';
import { createTicketCache, createViewCounts } from './ticket-cache.ts';

/** At most so often, consoles learn of held tickets. A storm has many. */
const HELD_NEWS_MS = 3 * SECOND;
/** At most so often, consoles learn of subscribers. Many can come at once. */
const SUBSCRIBED_NEWS_MS = 10 * SECOND;
/** Without a stream for so long, a member is gone. Clients reconnect sooner. */
const RECONNECT_MS = 5 * SECOND;
const RECHECK_SECONDS = 30;
const RETRY_AFTER_SECONDS = 30;
const TOPIC = 'live';

export interface LiveOptions {
  readonly config: Pick<Config, 'live'>;
  readonly store: Pick<Store, 'memberSessions' | 'apiKeys'>;
  readonly clock: () => number;
  readonly elapsed: () => number;
  /** To the other nodes, if there can be any. */
  readonly bus?: Bus | undefined;
  readonly timers?: Timers;
}

/** Sends changes to the consoles of all nodes, in batches. Call it after the commit. */
export function createLive(options: LiveOptions) {
  const { store, clock, elapsed, bus, timers = processTimers } = options;
  const settings = options.config.live;
  const hub = createHub(async (readers) => {
    const members = readers.filter(({ session }) => session !== undefined);
    const keys = readers.filter(({ session }) => session === undefined);
    const found = [
      ...(members.length > 0 ? await store.memberSessions.accessOf(members.map(credentialOf), clock()) : []),
      ...(keys.length > 0 ? await store.apiKeys.accessOf(keys.map(credentialOf), clock()) : []),
    ];
    return new Map(found.map(({ id, role, project_ids }) => [id, { role, projectIds: projectIdsOf(project_ids) }]));
  });
  const presence = createPresence(elapsed);
  const offers = createOffers(elapsed);
  const ticketCache = createTicketCache(elapsed);
  const viewCounts = createViewCounts(elapsed, ticketCache);
  const batch = createChangeBatch((changes) => {
    apply(changes);
    for (const change of changes) bus?.publish(TOPIC, change);
  });
  let closed = false;
  let seconds = 0;

  function apply(changes: readonly Change[]): void {
    const events = changes.flatMap((change) => ('event' in change ? [change.event] : []));
    const updates = changes.flatMap((change) => ('presence' in change ? presence.update(change.presence) : []));
    hub.publish([...events, ...presenceEvents(updates)]);
    if (changes.some(changesAccess)) void hub.recheckReaders();
  }

  /** One for each ticket, with all its members. */
  function presenceEvents(updates: readonly PresenceUpdate[]): TeamEvent[] {
    const tickets = new Map(updates.map(({ ticketId, projectId }) => [ticketId, projectId]));
    return Array.from(tickets, ([ticketId, projectId]) => {
      return { name: 'presence', data: { projectId, ticketId, present: presence.onTicket(ticketId) } };
    });
  }

  const streamsOf = (readerId: string) => [...hub.streams].filter(({ reader }) => reader.id === readerId).length;

  /** A member who left another node and still has a stream here. */
  function memberStillHere(change: Change): string | undefined {
    if (!('presence' in change) || change.presence.left === undefined) return undefined;
    return streamsOf(change.presence.memberId) > 0 ? change.presence.memberId : undefined;
  }

  /** Tells the first news at once, and what came since after this time. */
  function atMostEvery(milliseconds: number, tell: (about: string) => void) {
    /** By what it is about: whether there is more since it was told. */
    const told = new Map<string, boolean>();
    return function news(about = ''): void {
      const isMore = told.has(about);
      told.set(about, isMore);
      if (isMore) return;
      tell(about);
      timers.after(milliseconds, () => {
        const goesOn = told.get(about);
        told.delete(about);
        if (goesOn && !closed) news(about);
      });
    };
  }
  const tellOfHeld = atMostEvery(HELD_NEWS_MS, (projectId) => batch.ticket(projectId, null));

  bus?.subscribe(TOPIC, (messages) => {
    if (messages === undefined) {
      // Messages were lost.
      ticketCache.changed(undefined);
      hub.publish([{ name: 'reset', data: {} }]);
      void hub.recheckReaders();
      return;
    }
    const changes = messages as Change[];
    for (const change of changes) {
      if ('event' in change && change.event.name === 'ticket') ticketCache.changed(change.event.data.projectId);
      const memberId = memberStillHere(change);
      // The other nodes removed the member, so send them its presence again.
      if (memberId !== undefined) for (const update of presence.ofMember(memberId)) batch.presence(update);
    }
    apply(changes.filter((change) => memberStillHere(change) === undefined));
  });

  function removeIfGone(memberId: string): void {
    if (closed || streamsOf(memberId) > 0) return;
    for (const update of presence.ofMember(memberId)) batch.presence({ ...update, state: 'gone', left: true });
  }

  const stopTimer = timers.every(SECOND, () => {
    seconds++;
    hub.publish(presenceEvents(presence.expire()));
    if (seconds % settings.heartbeatSeconds === 0) hub.heartbeat();
    if (seconds % RECHECK_SECONDS === 0) void hub.recheckReaders();
  });

  return {
    /** Computed from tickets. Knows each change of this process. */
    ticketCache,
    viewCounts,
    /** Null: many tickets of the project changed. */
    ticketChanged(projectId: string, ticketId: string | null): void {
      ticketCache.changed(projectId);
      batch.ticket(projectId, ticketId);
    },
    ticketHeld(projectId: string): void {
      ticketCache.changed(projectId);
      tellOfHeld(projectId);
    },
    knownIssueCounted: atMostEvery(SUBSCRIBED_NEWS_MS, () => batch.settings('known-issues')),
    settingsChanged: batch.settings,
    /** Saved views. With a member's id, only that member learns it. */
    viewsChanged: batch.views,
    /** Only that member learns it. */
    mentionsChanged: batch.mentions,
    /**
     * Call it when a session or API key ends: it ends streams without access, like
     * `settingsChanged('members')`.
     */
    accessChanged: batch.access,
    presenceChanged: batch.presence,
    /** Only this member's streams get it. */
    ticketSeen: batch.seen,
    /** On any node, by another member who may answer. */
    isOpenElsewhere: presence.isOpenElsewhere,
    offers,

    /**
     * Resumes after the client's last event if possible. Throws AppError `rate-limited` or
     * `unavailable` if there are too many streams.
     */
    open(reader: Reader, lastEventId: string | undefined, reauthenticate: () => Promise<Reader>): EventStream {
      const headers = { 'retry-after': String(RETRY_AFTER_SECONDS) };
      const { streams, streamsPerMember } = settings;
      const readers = Array.from(hub.streams, (stream) => stream.reader);
      if (placesTaken(reader, readers) >= streamsPerMember) {
        const detail = `At most ${streamsPerMember} event streams of one member and its API keys can be open at the same time. Close one.`;
        throw new AppError('rate-limited', { detail, headers });
      }
      if (closed || isFullFor(reader, readers, streams)) throw new AppError('unavailable', { headers });
      const stream = createStream(reader, reauthenticate);
      stream.readable.once('close', () => timers.after(RECONNECT_MS, () => removeIfGone(reader.id)));
      hub.add(stream, lastEventId);
      return stream;
    },

    streams: () => hub.streams.size,
    close(): void {
      closed = true;
      stopTimer();
      for (const stream of hub.streams) stream.end();
    },
    /** Sends pending changes to the other nodes, and later ones at once. */
    stop: batch.stop,
  };
}

export type Live = ReturnType<typeof createLive>;

function changesAccess(change: Change): boolean {
  if ('access' in change) return true;
  return 'event' in change && change.event.name === 'settings' && change.event.data.what === 'members';
}
