import { useElementSize, useInterval } from '@mantine/hooks';
import { useState } from 'react';

/** Narrower rows have more lines. In pixels, as in queue-row.css. */
const NARROW_WIDTH = 720;
const MINUTE_MS = 60_000;

/** Returns whether rows are narrow, and the time, each minute. */
export function useRowLayout<Element extends HTMLElement>() {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), MINUTE_MS, { autoInvoke: true });
  const { ref, width } = useElementSize<Element>();
  return { ref, isNarrow: width > 0 && width < NARROW_WIDTH, now };
}
