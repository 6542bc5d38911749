import { SharedWork } from '../domain/shared-work.ts';
import { SECOND } from '../domain/time.ts';
import type { Bus } from './bus.ts';

/** Limits the delay if another node's notification is lost. */
const MAX_AGE_MS = SECOND;

/** What requests of a project need, kept by its id. Other nodes learn of changes with `topic`. */
export function createProjectEntries<Value>(bus: Bus | undefined, topic: string, elapsed: () => number) {
  const entries = new Map<string, { readonly value: Value; readonly expiresAt: number }>();
  const reads = new SharedWork<Value | undefined>();
  let changes = 0;

  function drop(projectId: string | undefined): void {
    changes++;
    reads.forget();
    if (projectId === undefined) entries.clear();
    else entries.delete(projectId);
  }
  bus?.subscribe(topic, (ids) => {
    if (ids === undefined) drop(undefined);
    else for (const id of ids) drop(String(id));
  });

  return {
    /** The last value, perhaps too old. */
    last: (projectId: string): Value | undefined => entries.get(projectId)?.value,
    fresh(projectId: string): Value | undefined {
      const entry = entries.get(projectId);
      return entry !== undefined && elapsed() < entry.expiresAt ? entry.value : undefined;
    },
    /** Reads once for all who ask for `key` meanwhile. Keeps the value, unless something changed. */
    read(key: string, read: () => Promise<readonly [projectId: string, value: Value] | undefined>) {
      return reads.run(key, async () => {
        const changesAtStart = changes;
        const [projectId, value] = (await read()) ?? [];
        const isCurrent = projectId !== undefined && value !== undefined && changesAtStart === changes;
        if (isCurrent) entries.set(projectId, { value, expiresAt: elapsed() + MAX_AGE_MS });
        return value;
      });
    },
    /** Drops a changed project, also on the other nodes. */
    forget(projectId: string): void {
      drop(projectId);
      // If lost, other nodes see the change when their entries expire.
      bus?.publish(topic, projectId);
    },
  };
}
