import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { WriteTimes } from '../store/database.ts';

const LATENCY = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Waiting tickets are counted up to here, so that a scrape stays cheap. */
const WAITING_LIMIT = 100_000;
const POLL = 'GetPlayerInbox';

/** What the process measures of itself. */
export class Metrics implements WriteTimes {
  readonly registry = new Registry();
  /** By operation, then by status. Kept here and handed to the counter at each scrape: a request pays for no labels. */
  readonly #requests = new Map<string, Map<number, number>>();
  readonly #latency = new Histogram({
    name: 'player_support_request_duration_seconds',
    help: 'Time from the request to its answer, by operation.',
    labelNames: ['operation'],
    buckets: LATENCY,
    registers: [this.registry],
  });
  readonly #commit = new Histogram({
    name: 'player_support_store_commit_seconds',
    help: 'Time that one commit took, of all transactions that share it.',
    buckets: LATENCY,
    registers: [this.registry],
  });
  readonly #sync = new Histogram({
    name: 'player_support_store_sync_seconds',
    help: 'Time that one sync to disk took, of all commits that share it.',
    buckets: LATENCY,
    registers: [this.registry],
  });
  #sampled = { polls: 0, at: performance.now() };

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    const requests = this.#requests;
    new Counter({
      name: 'player_support_requests_total',
      help: 'Requests by operation and status.',
      labelNames: ['operation', 'status'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [operation, counts] of requests) {
          for (const [status, count] of counts) this.inc({ operation, status }, count);
        }
      },
    });
    const rate = () => this.#pollRate();
    new Gauge({
      name: 'player_support_polls_per_second',
      help: 'Inbox polls per second since the last scrape.',
      registers: [this.registry],
      collect() {
        this.set(rate());
      },
    });
  }

  /** Adds the number of tickets that wait for the team, read at each scrape. */
  watchWaiting(count: (limit: number) => Promise<number>): void {
    new Gauge({
      name: 'player_support_tickets_waiting',
      help: `Tickets that wait for the team, counted up to ${WAITING_LIMIT}.`,
      registers: [this.registry],
      async collect() {
        this.set(await count(WAITING_LIMIT));
      },
    });
  }

  /** Adds by how much the delays between polls are stretched, read at each scrape. */
  watchStretch(stretch: () => number): void {
    new Gauge({
      name: 'player_support_poll_stretch',
      help: 'By how much load stretches the delays between polls; 1 is not at all.',
      registers: [this.registry],
      collect() {
        this.set(stretch());
      },
    });
  }

  /** Adds the number of open streams of events, read at each scrape. */
  watchStreams(count: () => number): void {
    new Gauge({
      name: 'player_support_event_streams',
      help: 'Open streams of events to the team.',
      registers: [this.registry],
      collect() {
        this.set(count());
      },
    });
  }

  answered(operation: string, status: number, seconds: number): void {
    let counts = this.#requests.get(operation);
    if (counts === undefined) {
      counts = new Map();
      this.#requests.set(operation, counts);
    }
    counts.set(status, (counts.get(status) ?? 0) + 1);
    this.#latency.observe({ operation }, seconds);
  }

  commit(seconds: number): void {
    this.#commit.observe(seconds);
  }

  sync(seconds: number): void {
    this.#sync.observe(seconds);
  }

  #pollRate(): number {
    const at = performance.now();
    const polls = (this.#requests.get(POLL) ?? new Map<number, number>())
      .values()
      .reduce((sum, count) => sum + count, 0);
    const { polls: earlier, at: before } = this.#sampled;
    this.#sampled = { polls, at };
    return ((polls - earlier) * 1000) / Math.max(1, at - before);
  }
}

/** A listener of its own for `/metrics`, so that it is never public by accident. */
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
