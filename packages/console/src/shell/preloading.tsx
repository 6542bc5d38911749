import { useIsFetching } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { keepConsole } from '../lib/console-version.ts';
import { preloadComponents } from '../ui/lazy-component.tsx';

/** Starts after this time without loading, so that it does not delay the page. */
const QUIET_MS = 500;

/**
 * Loads the code of dialogs and menus. Renders nothing: a hook would render the shell again for
 * each request.
 */
export function Preloading() {
  const isFetching = useIsFetching() > 0;
  const isNavigating = useRouterState({ select: ({ status }) => status === 'pending' });
  const isQuiet = !isFetching && !isNavigating;
  useEffect(() => {
    if (!isQuiet) return;
    // The worker stores the code that the browser has by then. A browser may refuse.
    const keep = () => keepConsole().catch(() => undefined);
    const timer = setTimeout(() => void preloadComponents().then(keep), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isQuiet]);
  return null;
}
