import assert from 'node:assert/strict';
import http from 'node:http';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from './call.ts';
import type { TestServer } from './harness.ts';

/** Reads the change feed as a browser does. */

export interface ReceivedEvent {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on what an event holds
  readonly data: any;
}

export interface EventReader {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** With the `reset` that begins a new stream, without `beat`. */
  readonly events: ReceivedEvent[];
  /** Everything the server sent. */
  text(): string;
  lastEventId(): string | undefined;
  /** Waits for a matching event. Fails after a minute. */
  received(matches: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent>;
  disconnect(): void;
  /** The connection stays open. */
  stopReading(): void;
  readonly ended: Promise<void>;
  /** Waits for the stream's end. Fails after a minute. */
  endsSoon(): Promise<void>;
}

export interface StreamOptions {
  /** Default: `authorization` with the team's API key. */
  readonly headers?: Record<string, string>;
  readonly lastEventId?: string | undefined;
  readonly onEvent?: (event: ReceivedEvent) => void;
}

export const isTicket =
  (ticketId: string) =>
  ({ name, data }: ReceivedEvent): boolean =>
    name === 'ticket' && data.ticketId === ticketId;

/** Waits for the events of all earlier changes. */
export async function forgetEarlierEvents({ live }: Pick<TestServer, 'live'>, listener: EventReader): Promise<void> {
  live.settingsChanged('macros');
  await listener.received(({ name, data }) => name === 'settings' && data.what === 'macros');
  listener.events.length = 0;
}

/** The tests' server checks streams only when access ends or time passes. */
const SOON_MS = 60_000;

async function soon(ended: Promise<void>): Promise<void> {
  const waiting = new AbortController();
  const late = sleep(SOON_MS, undefined, { signal: waiting.signal }).then(() =>
    assert.fail('the stream of a caller without access did not end'),
  );
  await Promise.race([ended, late]);
  waiting.abort();
  await late.catch(() => {});
}

/**
 * Waits for the reset after a `settings` event. PostgreSQL's bus also sends one when it connects,
 * perhaps too early.
 */
export async function resetAfterSettings({ events, received }: EventReader): Promise<void> {
  const told = await received(({ name }) => name === 'settings');
  await received((event) => event.name === 'reset' && events.indexOf(event) > events.indexOf(told));
}

let markers = 0;

/**
 * Returns events since the last call. Publishes a presence update that all may see: when it
 * arrives, all earlier ones have.
 */
export async function receivedSoFar(
  { live }: Pick<TestServer, 'live'>,
  projectId: string,
  readers: readonly EventReader[],
): Promise<ReceivedEvent[][]> {
  const ticketId = `marker-${++markers}`;
  const isMarker = ({ name, data }: ReceivedEvent) => name === 'presence' && data.ticketId === ticketId;
  live.presenceChanged({ memberId: 'mem_marker', name: 'Marker', projectId, ticketId, state: 'gone' });
  await Promise.all(readers.map((reader) => reader.received(isMarker)));
  return readers.map(({ events }) => {
    const before = events.slice(0, events.findIndex(isMarker));
    events.length = 0;
    return before;
  });
}

/** Closed after the test. */
export async function openStream(
  t: Pick<TestContext, 'after'>,
  { url, teamKey }: Pick<Api, 'url' | 'teamKey'>,
  { headers = { authorization: `Bearer ${teamKey}` }, lastEventId, onEvent }: StreamOptions = {},
): Promise<EventReader> {
  const resumed = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  const request = http.get(`${url}/api/v1/team/events`, { headers: { ...headers, ...resumed }, agent: false });
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', reject);
  });
  // Many tests break the connection.
  request.on('error', () => {});
  response.on('error', () => {});
  t.after(() => request.destroy());
  const ended = new Promise<void>((resolve) => response.on('close', resolve));

  const events: ReceivedEvent[] = [];
  let text = '';
  let rest = '';
  let last = lastEventId;
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    rest += chunk;
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      const fields = new Map(
        rest
          .slice(0, end)
          .split('\n')
          .map((line) => line.split(/: ?(.*)/s, 2) as [string, string]),
      );
      rest = rest.slice(end + 2);
      last = fields.get('id') ?? last;
      const data = fields.get('data');
      const name = fields.get('event') ?? 'message';
      if (data === undefined || name === 'beat') continue;
      const event = { name, data: JSON.parse(data) };
      events.push(event);
      onEvent?.(event);
    }
  });

  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    text: () => text,
    lastEventId: () => last,
    async received(matches) {
      for (const signal = AbortSignal.timeout(60_000); ; await sleep(5)) {
        const found = events.find(matches);
        if (found !== undefined) return found;
        if (signal.aborted) break;
      }
      const state = response.destroyed ? 'closed' : 'open';
      throw new Error(`never received: ${matches}; the stream is ${state}, and sent ${JSON.stringify(text)}`);
    },
    disconnect: () => request.destroy(),
    stopReading: () => void response.pause(),
    ended,
    endsSoon: () => soon(ended),
  };
}
