import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { Client } from './attack/client.ts';

/** Prepares what the benchmark needs, through the programs and the API. */

const ROOT = path.resolve(import.meta.dirname, '..');
/** Connections and requests on each that identify players at the same time. */
const CONNECTIONS = 8;
const DEPTH = 32;

/** Runs `player-support <arguments>` on a database. Returns what it printed. */
export function command(url: string, ...args: string[]): string {
  const files = ['scripts/run.mjs', 'packages/server/src/cli.ts'].map((file) => path.join(ROOT, file));
  const env = { PATH: process.env.PATH, DATABASE_URL: url };
  return execFileSync(process.execPath, [...files, ...args], { env, encoding: 'utf8' });
}

/** Creates an API key. An empty database first gets its tables. */
export function newKey(url: string, role: 'owner' | 'agent' = 'owner'): string {
  command(url, 'migrate');
  const { key } = JSON.parse(command(url, 'api-key', 'create', '--name', 'bench', '--role', role, '--json'));
  return key;
}

interface SendOptions {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request to a path below /api/v1. @throws Error if it is refused */
export type Send = <Body>(method: string, path: string, body?: object, options?: SendOptions) => Promise<Body>;

export const apiOf =
  (port: number): Send =>
  async <Body>(method: string, path: string, body?: object, { token, headers }: SendOptions = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      method,
      headers: {
        ...headers,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    // The cast: the caller knows the operation.
    return JSON.parse(text) as Body;
  };

export interface Project {
  readonly id: string;
  readonly publicKey: string;
}

/** Creates a project whose limits no benchmark reaches: all load comes from one address. */
export async function newProject(send: Send, token: string, name = 'Benchmark'): Promise<Project> {
  const project = await send<Project>('POST', '/team/projects', { name }, { token });
  const limits = {
    newPlayersPerAddress: 1_000_000,
    newPlayersPerProject: 1_000_000,
    newPlayerTicketsPerAddress: 1_000_000,
    newPlayerTicketsPerProject: 1_000_000,
  };
  await send('PATCH', `/team/projects/${project.id}`, { limits, stormMode: 'off' }, { token });
  return project;
}

export interface Player {
  readonly playerId: string;
  readonly playerAccessToken: string;
}

/** Identifies many players. `bodyOf` has the request of each number. */
export async function identifyAll(port: number, count: number, bodyOf: (index: number) => object): Promise<Player[]> {
  const players = new Array<Player>(count);
  let next = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const client = await Client.open(port);
      while (next < count) {
        const numbers = Array.from({ length: Math.min(DEPTH, count - next) }, () => next++);
        const responses = await client.send(numbers.map((index) => identifyRequest(bodyOf(index))));
        for (const [at, index] of numbers.entries()) {
          const { status = 0, body = '' } = responses[at] ?? {};
          if (status !== 200) throw new Error(`identify: ${status} ${body}`);
          players[index] = JSON.parse(body) as Player;
        }
      }
      client.close();
    }),
  );
  return players;
}

function identifyRequest(body: object): string {
  const text = JSON.stringify(body);
  const head = 'POST /api/v1/player/identify HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
  return `${head}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}
