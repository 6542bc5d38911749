import { useElementSize, useInterval } from '@mantine/hooks';
import { useState } from 'react';

/** In a narrower list, rows have more lines. In pixels, the same as in queue-row.css. */
const NARROW_WIDTH = 720;
const MINUTE_MS = 60_000;

/** What the rows of a list need: whether it is narrow, and the time, which moves every minute. */
export function useRowLayout<Element extends HTMLElement>() {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), MINUTE_MS, { autoInvoke: true });
  const { ref, width } = useElementSize<Element>();
  return { ref, isNarrow: width > 0 && width < NARROW_WIDTH, now };
}
