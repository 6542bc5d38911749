import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from './client.ts';

/** What an honest user met in one phase. */
export interface Seen {
  readonly sent: number;
  /** Answered as it should be. */
  readonly good: number;
  readonly statuses: ReadonlyMap<number, number>;
  /** Milliseconds until the answer, sorted. */
  readonly times: readonly number[];
}

export interface Honest {
  readonly name: string;
  /** Requests per second. */
  readonly rate: number;
  /** Whether each comes on a connection of its own. */
  readonly fresh: boolean;
  request(count: number): string;
}

/** What counts as no answer; milliseconds. */
const PATIENCE = 2000;
const CONNECTIONS = 8;

/** Sends requests at a steady rate, whatever becomes of them, until the phase is over. */
export async function watch(port: number, { rate, fresh, request }: Honest, ends: number): Promise<Seen> {
  const statuses = new Map<number, number>();
  const times: number[] = [];
  const idle: Client[] = [];
  const asked: Promise<void>[] = [];
  let sent = 0;

  async function ask(text: string): Promise<void> {
    const began = performance.now();
    const client = (fresh ? undefined : idle.pop()) ?? (await Client.open(port));
    const [answer] = await Promise.race([client.send([text]), sleep(PATIENCE, [])]);
    const status = answer?.status ?? 0;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    times.push(performance.now() - began);
    if (fresh || status === 0 || idle.length >= CONNECTIONS) client.close();
    else idle.push(client);
  }

  const began = performance.now();
  while (performance.now() < ends) {
    const due = ((performance.now() - began) / 1000) * rate;
    for (; sent < due; sent++) asked.push(ask(request(sent)));
    await sleep(5);
  }
  await Promise.all(asked);
  for (const client of idle) client.close();
  const good = statuses.get(200) ?? 0;
  return { sent, good, statuses, times: times.sort((a, b) => a - b) };
}
