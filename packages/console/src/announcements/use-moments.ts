import type { AnnouncementResponse } from '@player-support/contract/team/announcements';
import { useEffect, useReducer } from 'react';
import { nextMoment } from './announcement-time.ts';

/** The longest time of a timer. */
const MAX_WAIT_MS = 2 ** 31 - 1;

/** Renders again when one of the announcements begins or ends. */
export function useMoments(list: readonly AnnouncementResponse[]): void {
  const [count, render] = useReducer((before: number) => before + 1, 0);
  const next = nextMoment(list, Date.now());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a wait that was too long begins again
  useEffect(() => {
    if (next === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(render, Math.min(Math.max(0, next - Date.now()), MAX_WAIT_MS));
    return () => clearTimeout(timer);
  }, [next, count]);
}
