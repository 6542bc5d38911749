import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { WriteTimes } from '../store/database.ts';

/** Of every histogram, in seconds. */
const SECONDS_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const PREFIX = 'player_support_';
const POLL = 'GetPlayerInbox';

export class Metrics implements WriteTimes {
  readonly registry = new Registry();
  readonly #requests = new Counter({
    name: `${PREFIX}requests_total`,
    help: 'Requests by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [this.registry],
  });
  readonly #latency = this.#histogram('request_duration', 'Time from the request to its response, by operation.', [
    'operation',
  ]);
  readonly #commit = this.#histogram('store_commit', 'Time of one commit. Several transactions can share a commit.');
  readonly #sync = this.#histogram('store_sync', 'Time of one sync to disk. Several commits can share a sync.');
  #scraped = { polls: 0, at: performance.now() };

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    this.watch('polls_per_second', 'Inbox polls per second since the last scrape.', () => this.#pollsPerSecond());
  }

  /** A gauge, read at each scrape. */
  watch(name: string, help: string, read: () => number | Promise<number>): void {
    const registers = [this.registry];
    new Gauge({
      name: PREFIX + name,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });
  }

  #histogram(name: string, help: string, labelNames: string[] = []): Histogram {
    const registers = [this.registry];
    return new Histogram({ name: `${PREFIX}${name}_seconds`, help, labelNames, buckets: SECONDS_BUCKETS, registers });
  }

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

/** `/metrics` on its own port, so that it is never public by accident. */
export function metricsServer(read: () => Promise<string>): Server {
  return createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, async (request, response) => {
    if (request.url?.split('?', 1)[0] !== '/metrics') return response.writeHead(404).end();
    try {
      const text = await read();
      return response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text);
    } catch {
      return response.writeHead(503).end();
    }
  });
}
