import { randomBytes } from 'node:crypto';
import type { TicketStatus } from '@player-support/contract/enums';
import { apiOf, command, newKey, newProject, type Player, type Project, type Send } from './api.ts';
import { openBulk, type Row } from './bulk.ts';
import { insertCopy, type Original, readOriginal } from './copies.ts';
import { BENCH_SETTINGS, startReal } from './processes.ts';
import type { Seeded } from './rows.ts';

/** A team with tickets: the first ones through the API, and copies of them. */

const PASSWORD = randomBytes(16).toString('base64url');
/** Resolved tickets stay resolved. */
const AUTO_CLOSE_DAYS = 3650;

export interface Team {
  readonly send: Send;
  readonly port: number;
  readonly key: string;
  readonly projects: readonly Project[];
}

/** Prepares an empty database with a server, which is stopped afterwards. */
export async function prepareTeam<Result>(
  { url, directory }: Pick<Seeded, 'url' | 'directory'>,
  projectCount: number,
  work: (team: Team) => Promise<Result>,
): Promise<Result> {
  const key = newKey(url);
  const server = await startReal({ url, directory }, undefined, [], { ...BENCH_SETTINGS, RATE_LIMITS: 'off' });
  const send = apiOf(server.port);
  const projects: Project[] = [];
  for (let index = 0; index < projectCount; index++) {
    const project = await newProject(send, key, `Game ${index}`);
    await send('PATCH', `/team/projects/${project.id}`, { autoCloseDays: AUTO_CLOSE_DAYS }, { token: key });
    projects.push(project);
  }
  const result = await work({ send, port: server.port, key, projects });
  await server.stop();
  return result;
}

interface Member {
  readonly id: string;
  /** The Cookie header of its session. */
  readonly cookie: string;
}

/** Joins with a link. */
async function join(port: number, fields: object): Promise<Member> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/team/invitations/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', password: PASSWORD, ...fields }),
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`${response.status} ${text}`);
  const cookie = response.headers.getSetCookie().map((one) => one.split(';', 1)[0]);
  const { member } = JSON.parse(text) as { member: { id: string } };
  return { id: member.id, cookie: cookie.join('; ') };
}

export function newOwner(url: string, { port }: Team): Promise<Member> {
  const { token } = JSON.parse(command(url, 'member', 'invite', '--role', 'owner', '--json'));
  return join(port, { token, email: 'owner@example.com' });
}

let members = 0;

/** @param projectIds null: all projects */
export async function newMember({ send, port, key }: Team, role: string, projectIds: string[] | null) {
  const body = { email: `bench-${++members}@example.com`, role, projectIds };
  const { token } = await send<{ token: string }>('POST', '/team/invitations', body, { token: key });
  return join(port, { token });
}

export interface Copied {
  readonly playerId: string;
  readonly ticketId: string;
}

/** Creates a ticket with this status, and its player. */
export async function ticketToCopy(
  { send, key }: Team,
  { publicKey }: Project,
  { status, context }: { status: TicketStatus; context?: object },
): Promise<Copied> {
  const identity = { projectPublicKey: publicKey, installationId: `bench-original-${status}` };
  const { playerId, playerAccessToken: token } = await send<Player>('POST', '/player/identify', identity);
  const body = { projectPublicKey: publicKey, type: 'bug', subject: 'Lost my progress', message: 'Original', context };
  const { ticketId } = await send<{ ticketId: string }>('POST', '/tickets', body, { token });
  if (status !== 'open') await send('PATCH', `/team/tickets/${ticketId}`, { status }, { token: key });
  return { playerId, ticketId };
}

export interface TicketCopy {
  /** The player whose ticket is copied. */
  readonly of: string;
  readonly earlierMs: number;
  /** Columns with another value. */
  readonly ticket: Row;
  /** The same for its player. */
  readonly player?: Row;
}

/** Spread over the key space like real ids, so tickets of one time are far apart on disk. */
const spreadId = (index: number) =>
  `ply_${(Math.imul(index, 2_654_435_761) >>> 0).toString(32).padStart(7, '0')}${'0'.repeat(19)}`;

export const ticketIdOf = (original: string, index: number) =>
  original.slice(0, 4) + spreadId(index).slice(4) + original.slice(30);

/** Counters of the radar: copies are not tickets of this hour. */
const COUNTERS = 'radar_count';

/** Copies tickets in a database that no server uses. */
export async function copyTickets(
  url: string,
  { originals, count }: { originals: readonly string[]; count: number },
  copyOf: (index: number) => TicketCopy,
): Promise<void> {
  const bulk = await openBulk(url);
  const read = new Map<string, Original>();
  for (const playerId of originals) {
    const { rows } = await readOriginal(bulk, playerId);
    read.set(playerId, { playerId, rows: rows.filter(([table]) => table !== COUNTERS) });
  }
  for (let index = 0; index < count; index++) {
    const { of, earlierMs, ticket, player = {} } = copyOf(index);
    const original = read.get(of);
    if (original === undefined) throw new Error(`${of} is no original`);
    insertCopy(bulk, original, { playerId: spreadId(index), earlierMs, columns: { ticket, player } });
    await bulk.waitForCapacity();
  }
  await bulk.finish();
}
