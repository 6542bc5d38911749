import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from './client.ts';

export interface Target {
  readonly port: number;
  readonly publicKey: string;
  readonly teamKey: string;
  /** Where the attack seems to come from. */
  readonly address: string;
}

interface Attack {
  readonly title: string;
  run(target: Target, isOver: () => boolean): Promise<void>;
}

interface RequestHead {
  readonly method: string;
  readonly path: string;
  readonly address: string;
  readonly headers?: string;
}

const head = ({ method, path, address, headers = '' }: RequestHead) =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n${headers}`;

const get = (path: string, address: string, headers = '') => `${head({ method: 'GET', path, address, headers })}\r\n`;

function withBody({ body, headers = '', ...request }: RequestHead & { readonly body: unknown }): string {
  const text = JSON.stringify(body);
  const type = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`;
  return `${head({ ...request, headers: headers + type })}\r\n${text}`;
}

const bearer = (token: string) => `Authorization: Bearer ${token}\r\n`;

interface Flood {
  readonly connections: number;
  /** Pipelined on each connection. */
  readonly depth: number;
  request(): string;
}

/** Sends pipelined requests on busy connections until the attack is over. */
async function flood({ port }: Target, isOver: () => boolean, options: Flood): Promise<void> {
  const { connections, depth, request } = options;
  const clients = await Promise.all(Array.from({ length: connections }, () => Client.open(port)));
  await Promise.all(
    clients.map(async (first) => {
      let client = first;
      while (!isOver()) {
        if (client.closed) client = await Client.open(port);
        await client.send(Array.from({ length: depth }, request));
      }
      client.close();
    }),
  );
}

let fakeCount = 0;
const fakeToken = () => `pat_${String(fakeCount++).padStart(26, '0')}${'x'.repeat(43)}`;
const inbox = (publicKey: string) => `/api/v1/player/inbox?projectPublicKey=${publicKey}`;

export const ATTACKS: Readonly<Record<string, Attack>> = {
  'polls-pipelined': {
    title: 'one connection pipelines polls without a token',
    run: (target, isOver) =>
      flood(target, isOver, {
        connections: 1,
        depth: 500,
        request: () => get(inbox(target.publicKey), target.address),
      }),
  },
  'polls-many': {
    title: '200 connections poll without a token',
    run: (target, isOver) =>
      flood(target, isOver, {
        connections: 200,
        depth: 1,
        request: () => get(inbox(target.publicKey), target.address),
      }),
  },
  'tokens-invented': {
    title: '200 connections poll with fake tokens',
    run: (target, isOver) =>
      flood(target, isOver, {
        connections: 200,
        depth: 5,
        request: () => get(inbox(target.publicKey), target.address, bearer(fakeToken())),
      }),
  },
  'keys-invented': {
    title: '200 connections use fake API keys',
    run: (target, isOver) =>
      flood(target, isOver, {
        connections: 200,
        depth: 5,
        request: () => get('/api/v1/team/tickets', target.address, bearer(`psk_${fakeCount++}`)),
      }),
  },
  facets: {
    title: 'an agent pipelines 200 requests for facets on each of 4 connections',
    run: (target, isOver) =>
      flood(target, isOver, {
        connections: 4,
        depth: 200,
        request: () => get('/api/v1/team/tickets/facets', target.address, bearer(target.teamKey)),
      }),
  },
  'unknown-routes': {
    title: '60 connections pipeline 1,000 requests for unknown routes each',
    run: (target, isOver) =>
      flood(target, isOver, { connections: 60, depth: 1000, request: () => get('/nothing/here', target.address) }),
  },
  'wrong-ids': {
    title: 'an agent sends 32,000 wrong ids in one request on each of 4 connections',
    run(target, isOver) {
      const body = { ticketIds: Array.from({ length: 32_000 }, () => 1) };
      const headers = bearer(target.teamKey);
      const request = withBody({
        method: 'PATCH',
        path: '/api/v1/team/tickets',
        address: target.address,
        body,
        headers,
      });
      return flood(target, isOver, { connections: 4, depth: 1, request: () => request });
    },
  },
  'new-players': {
    title: 'one address creates players, each with tickets of 4 kB',
    run: (target, isOver) =>
      Promise.all(Array.from({ length: 16 }, () => createPlayers(target, isOver))).then(() => {}),
  },
  'chinese-words': {
    title: 'one address sends 750 replies of random Chinese characters for the index of the search',
    run: (target) => Promise.all(Array.from({ length: 50 }, () => reply(target, 15))).then(() => {}),
  },
};

let installations = 0;

/** Creates a player with a ticket, and sends replies of 4,000 different pairs of characters. */
async function reply({ port, publicKey, address }: Target, count: number): Promise<void> {
  const client = await Client.open(port);
  const post = async (path: string, body: object, headers = '') => {
    const request = { method: 'POST', path, address, body: { projectPublicKey: publicKey, ...body }, headers };
    return JSON.parse((await client.send([withBody(request)]))[0]?.body ?? '{}');
  };
  const installationId = `attack-${process.pid}-${installations++}`;
  const headers = bearer((await post('/api/v1/player/identify', { installationId })).playerAccessToken);
  const ticket = { type: 'bug', subject: 'Flood', message: 'x' };
  const { ticketId } = await post('/api/v1/tickets', ticket, headers);
  for (let index = 0; index < count; index++) {
    const characters = Array.from({ length: 4000 }, () => 0x4e00 + Math.floor(Math.random() * 20_000));
    await post(`/api/v1/tickets/${ticketId}/messages`, { message: String.fromCodePoint(...characters) }, headers);
  }
  client.close();
}

/** Creates players with tickets as fast as one connection allows. */
async function createPlayers({ port, publicKey, address }: Target, isOver: () => boolean): Promise<void> {
  const client = await Client.open(port);
  while (!isOver()) {
    const body = { projectPublicKey: publicKey, installationId: `attack-${process.pid}-${installations++}` };
    const identify = withBody({ method: 'POST', path: '/api/v1/player/identify', address, body });
    const [response] = await client.send([identify]);
    const token = response?.status === 200 ? JSON.parse(response.body).playerAccessToken : undefined;
    if (token === undefined) {
      await sleep(1);
      continue;
    }
    const ticket = { projectPublicKey: publicKey, type: 'bug', subject: 'Flood', message: 'x'.repeat(4000) };
    const headers = bearer(token);
    const create = withBody({ method: 'POST', path: '/api/v1/tickets', address, body: ticket, headers });
    await client.send(Array.from({ length: 10 }, () => create));
  }
  client.close();
}
