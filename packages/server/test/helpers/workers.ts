import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import type { Api, CallOptions, Reply } from './call.ts';
import { type Node, nodeOf } from './postgres-nodes.ts';
import { childrenOf } from './postgres-server.ts';
import { firstKey, type Settings, startProcess } from './programs.ts';

/** A node with several workers. */

export const isListening = (worker: number) => new RegExp(`"worker":${worker},.*"msg":"listening"`);

/** Starts a node on an empty database, and waits until all its workers serve. */
export async function startWorkers(
  t: Pick<TestContext, 'after'>,
  databaseUrl: string,
  settings: Settings = {},
  workers = 2,
): Promise<Node> {
  const process = await startProcess(t, {
    DATABASE_URL: databaseUrl,
    WORKERS: String(workers),
    LOG_LEVEL: 'debug',
    // The clients of the tests stay connected to their workers.
    KEEP_ALIVE_SECONDS: '3600',
    ...settings,
  });
  const teamKey = await firstKey(process, databaseUrl);
  for (let worker = 1; worker <= workers; worker++) await process.wrote(isListening(worker));
  return nodeOf(process, teamKey);
}

/** The process ids of its workers. */
export const workersOf = (node: Node) => childrenOf(node.process.pid);

/** The same API, on one connection to this worker. */
export async function clientOf(t: Pick<TestContext, 'after'>, node: Node, worker: number): Promise<Api> {
  for (;;) {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    t.after(() => agent.destroy());
    const client: Api = {
      ...node,
      call: (method, path, options) => callWith(agent, node.url + path, method, options),
    };
    const id = randomBytes(8).toString('hex');
    await client.call('GET', '/healthz', { headers: { 'x-request-id': id } });
    const [, number] = await node.process.wrote(new RegExp(`"worker":(\\d+),"requestId":"${id}"`));
    if (Number(number) === worker) return client;
    agent.destroy();
  }
}

async function callWith(
  agent: http.Agent,
  url: string,
  method: string,
  { token, body, headers = {} }: CallOptions = {},
): Promise<Reply> {
  const request = http.request(url, {
    method,
    agent,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
  });
  request.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const received = await text(response);
  let parsed: unknown;
  try {
    parsed = JSON.parse(received);
  } catch {
    parsed = undefined;
  }
  const pairs = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return { status: response.statusCode ?? 0, headers: new Headers(pairs), text: received, body: parsed };
}
