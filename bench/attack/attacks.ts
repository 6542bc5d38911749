import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from './client.ts';

/** What an attacker knows: the game's public key, and sometimes the API key of an agent. */
export interface Known {
  readonly port: number;
  readonly publicKey: string;
  readonly teamKey: string;
}

interface Attack {
  readonly title: string;
  /** Attacks until the signal ends it; `address` is where it says that it comes from. */
  run(known: Known, address: string, ended: () => boolean): Promise<void>;
}

const head = (method: string, path: string, address: string, more = '') =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${address}\r\n${more}`;

const get = (path: string, address: string, more = '') => `${head('GET', path, address, more)}\r\n`;

function withBody(method: string, path: string, address: string, body: unknown, more = ''): string {
  const text = JSON.stringify(body);
  const type = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`;
  return `${head(method, path, address, more + type)}\r\n${text}`;
}

const bearer = (token: string) => `Authorization: Bearer ${token}\r\n`;

/** Keeps so many connections, each with so many requests under way, busy until the end. */
async function flood(
  { port }: Known,
  connections: number,
  depth: number,
  ended: () => boolean,
  next: () => string,
): Promise<void> {
  const clients = await Promise.all(Array.from({ length: connections }, () => Client.open(port)));
  await Promise.all(
    clients.map(async (first) => {
      let client = first;
      while (!ended()) {
        if (client.closed) client = await Client.open(port);
        await client.send(Array.from({ length: depth }, next));
      }
      client.close();
    }),
  );
}

let invented = 0;
const inventedToken = () => `pat_${String(invented++).padStart(26, '0')}${'x'.repeat(43)}`;
const inbox = (publicKey: string) => `/api/v1/player/inbox?projectPublicKey=${publicKey}`;

export const ATTACKS: Readonly<Record<string, Attack>> = {
  'polls-pipelined': {
    title: 'one connection pipelines polls without a token',
    run: (known, address, ended) => flood(known, 1, 500, ended, () => get(inbox(known.publicKey), address)),
  },
  'polls-many': {
    title: '200 connections poll without a token',
    run: (known, address, ended) => flood(known, 200, 1, ended, () => get(inbox(known.publicKey), address)),
  },
  'tokens-invented': {
    title: '200 connections poll with invented tokens',
    run: (known, address, ended) =>
      flood(known, 200, 5, ended, () => get(inbox(known.publicKey), address, bearer(inventedToken()))),
  },
  'keys-invented': {
    title: '200 connections use invented API keys',
    run: (known, address, ended) =>
      flood(known, 200, 5, ended, () => get('/api/v1/team/tickets', address, bearer(`psk_${invented++}`))),
  },
  facets: {
    title: 'an agent pipelines 200 requests for facets on each of 4 connections',
    run: (known, address, ended) =>
      flood(known, 4, 200, ended, () => get('/api/v1/team/tickets/facets', address, bearer(known.teamKey))),
  },
  'unknown-routes': {
    title: '60 connections pipeline 1,000 requests for unknown routes each',
    run: (known, address, ended) => flood(known, 60, 1000, ended, () => get('/nothing/here', address)),
  },
  'wrong-ids': {
    title: 'an agent sends 32,000 wrong ids in one request on each of 4 connections',
    run(known, address, ended) {
      const body = { ticketIds: Array.from({ length: 32_000 }, () => 1) };
      const request = withBody('PATCH', '/api/v1/team/tickets', address, body, bearer(known.teamKey));
      return flood(known, 4, 1, ended, () => request);
    },
  },
  'new-players': {
    title: 'one address makes players, each with tickets of 4 kB',
    run: (known, address, ended) =>
      Promise.all(Array.from({ length: 16 }, () => newPlayers(known, address, ended))).then(() => {}),
  },
};

let installations = 0;

async function newPlayers({ port, publicKey }: Known, address: string, ended: () => boolean): Promise<void> {
  const client = await Client.open(port);
  const path = '/api/v1/player/identify';
  while (!ended()) {
    const body = { projectPublicKey: publicKey, installationId: `attack-${process.pid}-${installations++}` };
    const [answer] = await client.send([withBody('POST', path, address, body)]);
    const token = answer?.status === 200 ? JSON.parse(answer.body).playerAccessToken : undefined;
    if (token === undefined) {
      await sleep(1);
      continue;
    }
    const ticket = { projectPublicKey: publicKey, type: 'bug', subject: 'Flood', message: 'x'.repeat(4000) };
    const request = withBody('POST', '/api/v1/tickets', address, ticket, bearer(token));
    await client.send(Array.from({ length: 10 }, () => request));
  }
  client.close();
}
