import { randomBytes } from 'node:crypto';
import type { TeamEvents } from '@player-support/contract/team/events';
import { mayEnter } from '../domain/access.ts';
import type { EventStream } from './event-stream.ts';

export type TeamEvent = { [Name in keyof TeamEvents]: { name: Name; data: TeamEvents[Name] } }[keyof TeamEvents];

/** Events that are kept to resume streams. Who missed more asks for everything again, which is less work by then. */
const KEPT = 1000;
/** How long a client waits before it comes back; milliseconds. */
const RETRY = 'retry: 2000\n\n';

const RESET = { name: 'reset', data: {} } as const;

interface Kept {
  /** Undefined: everybody may know. */
  readonly projectId: string | undefined;
  readonly text: string;
}

/**
 * Hands events to the streams of this process, each only what its caller may know. Ids are `<epoch>-<number>`; the epoch
 * is another one after every start and on every node.
 */
export function createHub() {
  const epoch = randomBytes(8).toString('hex');
  const streams = new Set<EventStream>();
  const kept: Kept[] = [];
  /** The number of the newest event; that of the oldest one kept is `last - kept.length + 1`. */
  let last = 0;

  const id = (number: number) => `id: ${epoch}-${number}\n`;

  function keep({ name, data }: TeamEvent): Kept {
    last++;
    const projectId = 'projectId' in data ? data.projectId : undefined;
    const event = { projectId, text: `${id(last)}event: ${name}\ndata: ${JSON.stringify(data)}\n\n` };
    kept.push(event);
    if (kept.length > KEPT) kept.shift();
    return event;
  }

  /** What came after the event of this id; undefined if that cannot be said. */
  function after(lastEventId: string | undefined): readonly Kept[] | undefined {
    const [, of, number] = /^([0-9a-f]{16})-(\d{1,15})$/.exec(lastEventId ?? '') ?? [];
    const missed = last - Number(number);
    return of === epoch && missed >= 0 && missed <= kept.length ? kept.slice(kept.length - missed) : undefined;
  }

  const reset = () => `${id(last)}event: reset\ndata: {}\n\n`;

  function visible({ reader }: EventStream, events: readonly Kept[]): string {
    return events
      .filter(({ projectId }) => projectId === undefined || mayEnter(reader, projectId))
      .map(({ text }) => text)
      .join('');
  }

  return {
    streams: streams as ReadonlySet<EventStream>,

    publish(events: readonly TeamEvent[]): void {
      const all = (events.length > KEPT ? [RESET] : events).map(keep);
      for (const stream of streams) stream.write(visible(stream, all));
    },

    /** Begins with what the client missed. Nothing comes in between: what follows is published later than this. */
    add(stream: EventStream, lastEventId: string | undefined): void {
      const missed = after(lastEventId);
      streams.add(stream);
      stream.readable.once('close', () => streams.delete(stream));
      stream.write(RETRY + (missed === undefined ? reset() : visible(stream, missed)));
    },

    /** Has one client ask for everything again. */
    reset: (stream: EventStream) => stream.write(reset()),

    /**
     * Keeps connections from looking idle, and shows clients that theirs lives: an event, because an EventSource tells of
     * no comment. The id, for those that were shown few of the events, so that it stays young.
     */
    beat(): void {
      for (const stream of streams) stream.write(`${id(last)}event: beat\ndata: {}\n\n`);
    },
  };
}

export type Hub = ReturnType<typeof createHub>;
