import http from 'node:http';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api, TestServer } from './harness.ts';

/** Reads the stream of the team's events, as a browser would. */

export interface Heard {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: what an event holds is what the tests are about
  readonly data: any;
}

export interface Listener {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** Every event so far, the `reset` with which a new stream begins included, but no `beat`. */
  readonly events: Heard[];
  /** All that was sent, as text. */
  text(): string;
  lastEventId(): string | undefined;
  /** Resolves once such an event was heard, and gives it; fails after five seconds. */
  heard(matches: (event: Heard) => boolean): Promise<Heard>;
  /** Breaks the connection off. */
  cut(): void;
  /** Reads no more, and lets the connection be. */
  stall(): void;
  readonly ended: Promise<void>;
}

export interface ListenOptions {
  /** `authorization` with the team's key, unless it is given. */
  readonly headers?: Record<string, string>;
  readonly lastEventId?: string | undefined;
  /** Called with every event as it is read. */
  readonly onEvent?: (event: Heard) => void;
}

export const isTicket =
  (ticketId: string) =>
  ({ name, data }: Heard): boolean =>
    name === 'ticket' && data.ticketId === ticketId;

/** Waits for all events so far, and forgets them: what comes next is of something later. */
export async function caughtUp({ live }: Pick<TestServer, 'live'>, listener: Listener): Promise<void> {
  live.settingsChanged('macros');
  await listener.heard(({ name, data }) => name === 'settings' && data.what === 'macros');
  listener.events.length = 0;
}

/** Opens a stream; it is closed after the test. */
export async function listen(
  t: Pick<TestContext, 'after'>,
  { url, teamKey }: Pick<Api, 'url' | 'teamKey'>,
  { headers = { authorization: `Bearer ${teamKey}` }, lastEventId, onEvent }: ListenOptions = {},
): Promise<Listener> {
  const resumed = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
  const request = http.get(`${url}/api/v1/team/events`, { headers: { ...headers, ...resumed }, agent: false });
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', reject);
  });
  // A connection that breaks is what many tests are about.
  request.on('error', () => {});
  response.on('error', () => {});
  t.after(() => request.destroy());
  const ended = new Promise<void>((resolve) => response.on('close', resolve));

  const events: Heard[] = [];
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
    async heard(matches) {
      for (const signal = AbortSignal.timeout(5000); !signal.aborted; await sleep(5)) {
        const found = events.find(matches);
        if (found !== undefined) return found;
      }
      throw new Error(`never heard: ${matches}; heard ${JSON.stringify(events)}`);
    },
    cut: () => request.destroy(),
    stall: () => void response.pause(),
    ended,
  };
}
