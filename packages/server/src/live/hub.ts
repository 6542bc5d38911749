import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { TeamEvents } from '@player-support/contract/team/events';
import { type Access, canAccessProject, hasSameProjects } from '../domain/access.ts';
import type { CountedCaller } from '../domain/counted-caller.ts';
import { StoreUnavailableError } from '../store/errors.ts';

export type TeamEvent = { [Name in keyof TeamEvents]: { name: Name; data: TeamEvents[Name] } }[keyof TeamEvents];

/** To resume streams. Clients that missed more load everything again. */
const MAX_KEPT = 1000;
/** When clients reconnect, in milliseconds (HTML standard, section 9.2.6). */
const RETRY = 'retry: 2000\n\n';

const RESET = { name: 'reset', data: {} } as const;

/** Waiting bytes of a slow client. With more, it is disconnected and can resume later. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

/** `session`: of a member. */
export type Reader = Access & CountedCaller & { readonly id: string; readonly session?: { session_hash: string } };

export const credentialOf = ({ id, session }: Reader): string => session?.session_hash ?? id;

/** `reauthenticate`: throws AppError if the reader lost access. */
export function createStream(reader: Reader, reauthenticate: () => Promise<Reader>) {
  const readable = new Readable({ read() {} });
  let hasEnded = false;
  return {
    readable,
    reauthenticate,
    /** With its access as of the last check. */
    reader,
    /** The number of the last event that it got, or may not see. */
    position: 0,
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

/** A call during a run leads to one more. */
function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let isRequested = false;
  let isRunning = false;
  return async () => {
    isRequested = true;
    if (isRunning) return;
    isRunning = true;
    try {
      while (isRequested) {
        isRequested = false;
        await run();
      }
    } finally {
      isRunning = false;
    }
  };
}

/**
 * Reads the readers' access after each change, so that a project that was taken away before stays
 * hidden. `accessOf`: of those who still have access, by credential.
 */
export function createHub(accessOf: (readers: readonly Reader[]) => Promise<ReadonlyMap<string, Access>>) {
  /** Per process. Ids are `<epoch>-<number>`. */
  const epoch = randomBytes(8).toString('hex');
  const streams = new Set<EventStream>();
  const kept: KeptEvent[] = [];
  /** Of the newest event. `kept` has the newest events. */
  let lastNumber = 0;

  const idLine = (number: number) => `id: ${epoch}-${number}\n`;

  function keep({ name, data }: TeamEvent): void {
    lastNumber++;
    const projectId = 'projectId' in data ? data.projectId : undefined;
    const memberId = 'memberId' in data ? data.memberId : undefined;
    kept.push({ projectId, memberId, text: `${idLine(lastNumber)}event: ${name}\ndata: ${JSON.stringify(data)}\n\n` });
    if (kept.length > MAX_KEPT) kept.shift();
  }

  const isKept = (position: number) => position <= lastNumber && lastNumber - position <= kept.length;

  /** Undefined: its events are not kept, or it is of another epoch. */
  function positionOf(lastEventId: string | undefined): number | undefined {
    const [, epochOfId, number] = /^([0-9a-f]{16})-(\d{1,15})$/.exec(lastEventId ?? '') ?? [];
    return epochOfId === epoch && isKept(Number(number)) ? Number(number) : undefined;
  }

  const resetText = ({ position }: EventStream) => `${idLine(position)}event: reset\ndata: {}\n\n`;

  /** Writes what came since the stream's position, until this event. */
  function writeUntil(stream: EventStream, until: number): void {
    const { position } = stream;
    stream.position = until;
    const first = kept.length - (lastNumber - position);
    const events = kept.slice(first, first + until - position);
    stream.write(isKept(position) ? visibleText(stream, events) : resetText(stream));
  }

  /** Makes a client whose projects have changed load everything again. */
  function resetIfOther(stream: EventStream, before: Reader): void {
    if (!hasSameProjects(before, stream.reader)) stream.write(resetText(stream));
  }

  /** Writes new events to all streams. */
  const deliver = oneAtATime(async () => {
    const until = lastNumber;
    const behind = [...streams].filter(({ position }) => position < until);
    if (behind.length === 0) return;
    const access = await accessOf(behind.map(({ reader }) => reader)).catch(() => undefined);
    // Without the database the access is unknown, so the events wait for the next delivery.
    if (access === undefined) return;
    for (const stream of behind) {
      const before = stream.reader;
      const now = access.get(credentialOf(before));
      if (now === undefined) stream.end();
      else {
        stream.reader = { ...before, ...now };
        writeUntil(stream, until);
        resetIfOther(stream, before);
      }
    }
  });

  function visibleText({ reader }: EventStream, events: readonly KeptEvent[]): string {
    return events
      .filter(({ projectId }) => projectId === undefined || canAccessProject(reader, projectId))
      .filter(({ memberId }) => memberId === undefined || memberId === reader.id)
      .map(({ text }) => text)
      .join('');
  }

  async function recheck(stream: EventStream): Promise<void> {
    try {
      const before = stream.reader;
      stream.reader = await stream.reauthenticate();
      resetIfOther(stream, before);
    } catch (error) {
      // Without the database the access is unknown, so the stream stays.
      if (!(error instanceof StoreUnavailableError)) stream.end();
    }
  }

  return {
    streams: streams as ReadonlySet<EventStream>,

    publish(events: readonly TeamEvent[]): void {
      for (const event of events.length > MAX_KEPT ? [RESET] : events) keep(event);
      void deliver();
    },

    /** Adds a stream. It starts with the events that its client missed. */
    add(stream: EventStream, lastEventId: string | undefined): void {
      const position = positionOf(lastEventId);
      stream.position = position ?? lastNumber;
      streams.add(stream);
      stream.readable.once('close', () => streams.delete(stream));
      stream.write(RETRY + (position === undefined ? resetText(stream) : ''));
      void deliver();
    },

    /** Checks the access of all readers, one after another to spare the database. */
    recheckReaders: oneAtATime(async () => {
      for (const stream of [...streams]) await recheck(stream);
    }),

    /** Shows that connections work. An event, because an EventSource hides comments. */
    heartbeat(): void {
      for (const stream of streams) stream.write(`${idLine(stream.position)}event: beat\ndata: {}\n\n`);
    },
  };
}
