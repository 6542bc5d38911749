import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '../../src/config/config.ts';
import { MINUTE } from '../../src/domain/time.ts';
import type { ResolveName } from '../../src/network/resolve-name.ts';
import { makeDeliveries } from '../../src/notifications/make-deliveries.ts';
import { createNotifier } from '../../src/notifications/notification-sender.ts';
import { createOutbox } from '../../src/notifications/outbox.ts';
import { createMailer } from '../../src/notifications/smtp-mailer.ts';
import type { Member } from './builders.ts';
import type { TestServer } from './harness.ts';

/** Members may use a receiver on this machine. */
export const WEBHOOKS = { WEBHOOK_ALLOW_PRIVATE: 'on', RATE_LIMITS: 'off' };

export interface Received {
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the shape of a body
  readonly body: any;
}

export interface Receiver {
  readonly url: string;
  readonly requests: Received[];
  /** What the next requests get. */
  answer: (response: http.ServerResponse) => void;
}

/** Starts a service that takes webhooks. `onPort`: a free one by default. */
export async function aReceiver(t: Pick<TestContext, 'after'>, onPort = 0): Promise<Receiver> {
  const requests: Received[] = [];
  const server = http.createServer(async (request, response) => {
    const body = await text(request);
    requests.push({ headers: request.headers, text: body, body: JSON.parse(body) });
    receiver.answer(response);
  });
  await new Promise<void>((done) => server.listen(onPort, '127.0.0.1', done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    requests,
    answer: (response) => void response.writeHead(204).end(),
  };
  return receiver;
}

/** Makes a node that makes and sends deliveries by the server's clock. */
export function aNode(
  { store, clock }: TestServer,
  env: Readonly<Record<string, string>> = WEBHOOKS,
  names: { readonly resolveName?: ResolveName } = {},
) {
  const config = readConfig(env);
  const log: string[] = [];
  const logger = pino({ base: null }, { write: (line: string) => void log.push(line) });
  const now = () => clock.now;
  const notifier = createNotifier({ store, config, clock: now, mailer: createMailer(config), ...names });
  const outbox = createOutbox({ store, clock: now, logger, sender: notifier.sender });
  return {
    log,
    make: () => makeDeliveries({ store, config, now: now(), stopping: () => false }),
    async send() {
      await outbox.round();
      await outbox.idle(MINUTE);
    },
    outbox,
  };
}

export type Node = ReturnType<typeof aNode>;

/** Time passes until all events settle, and the node tells the members. */
export async function tell(server: TestServer, node: Node, milliseconds: number = MINUTE): Promise<void> {
  server.clock.advance(milliseconds);
  await node.make();
  await node.send();
}

export async function listen(member: Member, settings: object): Promise<Record<string, unknown>> {
  const { status, body, text } = await member.call('PATCH', '/account/notifications', settings);
  assert.equal(status, 200, text);
  return body;
}
