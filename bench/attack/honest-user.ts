import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from './client.ts';

export interface PhaseResult {
  readonly sent: number;
  /** Answered with 200. */
  readonly succeeded: number;
  /** By status; 0: no response. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Milliseconds until each response, sorted. */
  readonly times: readonly number[];
}

export interface HonestUser {
  readonly name: string;
  /** Requests per second. */
  readonly rate: number;
  /** A new one for each request. */
  readonly usesNewConnections: boolean;
  request(index: number): string;
}

const TIMEOUT_MS = 2000;
const MAX_IDLE_CONNECTIONS = 8;

/**
 * Sends requests at a constant rate, without waiting for responses. `endsAt`: as in
 * performance.now().
 */
export async function runPhase(port: number, user: HonestUser, endsAt: number): Promise<PhaseResult> {
  const { rate, usesNewConnections, request } = user;
  const statuses = new Map<number, number>();
  const times: number[] = [];
  const idle: Client[] = [];
  const requests: Promise<void>[] = [];
  let sent = 0;

  async function send(text: string): Promise<void> {
    const sentAt = performance.now();
    const client = (usesNewConnections ? undefined : idle.pop()) ?? (await Client.open(port));
    const [response] = await Promise.race([client.send([text]), sleep(TIMEOUT_MS, [])]);
    const status = response?.status ?? 0;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    times.push(performance.now() - sentAt);
    if (usesNewConnections || status === 0 || idle.length >= MAX_IDLE_CONNECTIONS) client.close();
    else idle.push(client);
  }

  const startedAt = performance.now();
  while (performance.now() < endsAt) {
    const due = ((performance.now() - startedAt) / 1000) * rate;
    for (; sent < due; sent++) requests.push(send(request(sent)));
    await sleep(5);
  }
  await Promise.all(requests);
  for (const client of idle) client.close();
  const succeeded = statuses.get(200) ?? 0;
  return { sent, succeeded, statuses, times: times.sort((a, b) => a - b) };
}
