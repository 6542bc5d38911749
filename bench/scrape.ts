export interface Counters {
  readonly commits: number;
  readonly syncs: number;
  /** By operation and status since the server's start. */
  readonly responses: ReadonlyMap<string, ReadonlyMap<number, number>>;
}

const RESPONSES = /^player_support_requests_total\{operation="(\w+)",status="(\d+)"\} (\d+)$/gm;

export async function scrape(metricsPort: number): Promise<Counters> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const count = (name: string) => Number(new RegExp(`^${name}_count (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  const responses = new Map<string, Map<number, number>>();
  for (const [, operation = '', status, number] of text.matchAll(RESPONSES)) {
    const statuses = responses.get(operation) ?? new Map<number, number>();
    responses.set(operation, statuses.set(Number(status), Number(number)));
  }
  return {
    commits: count('player_support_store_commit_seconds'),
    syncs: count('player_support_store_sync_seconds'),
    responses,
  };
}
