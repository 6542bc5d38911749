import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { WriteTimes } from '../store/database.ts';

/** The buckets of every histogram, in seconds. */
const SECONDS_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Waiting tickets are counted up to this number, so that a scrape stays cheap. */
const MAX_WAITING = 100_000;
const POLL = 'GetPlayerInbox';

/** The Prometheus metrics of this process. */
export class Metrics implements WriteTimes {
  readonly registry = new Registry();
  readonly #requests = new Counter({
    name: 'player_support_requests_total',
    help: 'Requests by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [this.registry],
  });
  readonly #latency = new Histogram({
    name: 'player_support_request_duration_seconds',
    help: 'Time from the request to its response, by operation.',
    labelNames: ['operation'],
    buckets: SECONDS_BUCKETS,
    registers: [this.registry],
  });
  readonly #commit = new Histogram({
    name: 'player_support_store_commit_seconds',
    help: 'Time of one commit. Several transactions can share a commit.',
    buckets: SECONDS_BUCKETS,
    registers: [this.registry],
  });
  readonly #sync = new Histogram({
    name: 'player_support_store_sync_seconds',
    help: 'Time of one sync to disk. Several commits can share a sync.',
    buckets: SECONDS_BUCKETS,
    registers: [this.registry],
  });
  /** The number of polls at the last scrape. */
  #scraped = { polls: 0, at: performance.now() };

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    const pollsPerSecond = () => this.#pollsPerSecond();
    new Gauge({
      name: 'player_support_polls_per_second',
      help: 'Inbox polls per second since the last scrape.',
      registers: [this.registry],
      async collect() {
        this.set(await pollsPerSecond());
      },
    });
  }

  /** Adds a gauge: the tickets that wait for the team, read at each scrape. */
  watchWaiting(count: (limit: number) => Promise<number>): void {
    new Gauge({
      name: 'player_support_tickets_waiting',
      help: `Tickets that wait for the team, counted up to ${MAX_WAITING}.`,
      registers: [this.registry],
      async collect() {
        this.set(await count(MAX_WAITING));
      },
    });
  }

  /** Adds a gauge: the stretch of the delays between polls, read at each scrape. */
  watchStretch(stretch: () => number): void {
    new Gauge({
      name: 'player_support_poll_stretch',
      help: 'The factor by which load stretches the delays between polls. 1 is no stretch.',
      registers: [this.registry],
      collect() {
        this.set(stretch());
      },
    });
  }

  /** Adds a gauge: the open streams of the change feed, read at each scrape. */
  watchStreams(count: () => number): void {
    new Gauge({
      name: 'player_support_event_streams',
      help: 'Open streams of the change feed.',
      registers: [this.registry],
      collect() {
        this.set(count());
      },
    });
  }

  /** Counts a response and the seconds that it took. */
  answered(operation: string, status: number, seconds: number): void {
    this.#requests.inc({ operation, status });
    this.#latency.observe({ operation }, seconds);
  }

  commit(seconds: number): void {
    this.#commit.observe(seconds);
  }

  sync(seconds: number): void {
    this.#sync.observe(seconds);
  }

  async #pollsPerSecond(): Promise<number> {
    const { values } = await this.#requests.get();
    const counts = values.filter(({ labels }) => labels.operation === POLL).map(({ value }) => value);
    const polls = counts.reduce((sum, count) => sum + count, 0);
    const at = performance.now();
    const last = this.#scraped;
    this.#scraped = { polls, at };
    return ((polls - last.polls) * 1000) / Math.max(1, at - last.at);
  }
}

/** Serves `/metrics` on a separate port, so that it is never public by accident. */
export function metricsServer({ registry }: Metrics): Server {
  return createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, async (request, response) => {
    if (request.url?.split('?', 1)[0] !== '/metrics') return response.writeHead(404).end();
    try {
      const text = await registry.metrics();
      return response.writeHead(200, { 'content-type': registry.contentType }).end(text);
    } catch {
      return response.writeHead(503).end();
    }
  });
}
