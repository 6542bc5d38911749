import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { TeamEvents } from '@player-support/contract/team/events';
import { type Access, canAccessProject } from '../domain/access.ts';
import type { LimitedCaller } from '../domain/limited-caller.ts';
import { StoreUnavailableError } from '../store/errors.ts';

export type TeamEvent = { [Name in keyof TeamEvents]: { name: Name; data: TeamEvents[Name] } }[keyof TeamEvents];

/** To resume streams. Clients that missed more load everything again. */
const MAX_KEPT = 1000;
/** When clients reconnect, in milliseconds (HTML standard, section 9.2.6). */
const RETRY = 'retry: 2000\n\n';

const RESET = { name: 'reset', data: {} } as const;

/** Waiting bytes of a slow client. With more, it is disconnected and can resume later. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

export type Reader = Access & LimitedCaller & { readonly id: string };

/** `reauthenticate`: throws AppError if the reader lost access. */
export function createStream(reader: Reader, reauthenticate: () => Promise<Reader>) {
  const readable = new Readable({ read() {} });
  let hasEnded = false;
  return {
    readable,
    reauthenticate,
    /** With its access as of the last check. */
    reader,
    write(text: string): void {
      if (text === '' || hasEnded || readable.destroyed) return;
      readable.push(text);
      if (readable.readableLength > MAX_BUFFERED_BYTES) readable.destroy();
    },
    /** Ends the response after all that was written. */
    end(): void {
      if (hasEnded) return;
      hasEnded = true;
      readable.push(null);
    },
  };
}

export type EventStream = ReturnType<typeof createStream>;

interface KeptEvent {
  /** Undefined: of no project. */
  readonly projectId: string | undefined;
  /** Undefined: not only for one member. */
  readonly memberId: string | undefined;
  readonly text: string;
}

/**
 * Streams get only events that their readers may see. Ids are `<epoch>-<number>`, with a random
 * epoch per process.
 */
export function createHub() {
  const epoch = randomBytes(8).toString('hex');
  const streams = new Set<EventStream>();
  const kept: KeptEvent[] = [];
  /** Of the newest event. `kept` has the newest events. */
  let lastNumber = 0;
  let isCheckRequested = false;
  let isChecking = false;

  const idLine = () => `id: ${epoch}-${lastNumber}\n`;

  function keep({ name, data }: TeamEvent): KeptEvent {
    lastNumber++;
    const projectId = 'projectId' in data ? data.projectId : undefined;
    const memberId = 'memberId' in data ? data.memberId : undefined;
    const event = { projectId, memberId, text: `${idLine()}event: ${name}\ndata: ${JSON.stringify(data)}\n\n` };
    kept.push(event);
    if (kept.length > MAX_KEPT) kept.shift();
    return event;
  }

  /** Undefined: not kept, or an id of another epoch. */
  function eventsAfter(lastEventId: string | undefined): readonly KeptEvent[] | undefined {
    const [, epochOfId, number] = /^([0-9a-f]{16})-(\d{1,15})$/.exec(lastEventId ?? '') ?? [];
    const missed = lastNumber - Number(number);
    return epochOfId === epoch && missed >= 0 && missed <= kept.length ? kept.slice(kept.length - missed) : undefined;
  }

  const resetText = () => `${idLine()}event: reset\ndata: {}\n\n`;

  function visibleText({ reader }: EventStream, events: readonly KeptEvent[]): string {
    return events
      .filter(({ projectId }) => projectId === undefined || canAccessProject(reader, projectId))
      .filter(({ memberId }) => memberId === undefined || memberId === reader.id)
      .map(({ text }) => text)
      .join('');
  }

  async function recheck(stream: EventStream): Promise<void> {
    try {
      const reader = await stream.reauthenticate();
      const hasOtherProjects = JSON.stringify(reader.projectIds) !== JSON.stringify(stream.reader.projectIds);
      stream.reader = reader;
      // Makes its client load everything again.
      if (hasOtherProjects) stream.write(resetText());
    } catch (error) {
      // Without the database the access is unknown, so the stream stays.
      if (!(error instanceof StoreUnavailableError)) stream.end();
    }
  }

  return {
    streams: streams as ReadonlySet<EventStream>,

    publish(events: readonly TeamEvent[]): void {
      const published = (events.length > MAX_KEPT ? [RESET] : events).map(keep);
      for (const stream of streams) stream.write(visibleText(stream, published));
    },

    /** Adds a stream. It starts with the events that its client missed. */
    add(stream: EventStream, lastEventId: string | undefined): void {
      const missed = eventsAfter(lastEventId);
      streams.add(stream);
      stream.readable.once('close', () => streams.delete(stream));
      stream.write(RETRY + (missed === undefined ? resetText() : visibleText(stream, missed)));
    },

    /**
     * Checks the access of all readers, one after another to spare the database. A call during a
     * check leads to one more.
     */
    async recheckReaders(): Promise<void> {
      isCheckRequested = true;
      if (isChecking) return;
      isChecking = true;
      while (isCheckRequested) {
        isCheckRequested = false;
        for (const stream of [...streams]) await recheck(stream);
      }
      isChecking = false;
    },

    /** Shows that connections work. An event, because an EventSource hides comments. */
    heartbeat(): void {
      for (const stream of streams) stream.write(`${idLine()}event: beat\ndata: {}\n\n`);
    },
  };
}
