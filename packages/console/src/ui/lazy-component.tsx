import { type ComponentType, useEffect, useState } from 'react';
import type { Catalogue } from '../i18n/catalogues.ts';
import { withTexts } from '../i18n/text.ts';
import { loadCode } from '../lib/load-code.ts';
import { dropHeldKeys } from './held-keys.ts';
import { notifyError } from './notify.ts';

const unloaded = new Set<() => Promise<unknown>>();

/**
 * A component whose code loads when it is first rendered, or before that by `preloadComponents`.
 * Unlike React.lazy it needs no Suspense, and if the code cannot be loaded it shows a notification
 * instead of an error page. The next mount retries.
 *
 * @param catalogues the texts that it shows, unless each page that has it loads them
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  catalogues: readonly Catalogue[] = [],
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => {
    loaded ??= await loadCode(() => withTexts(load, catalogues));
    unloaded.delete(loadOnce);
    return loaded;
  };
  unloaded.add(loadOnce);
  return function LazyComponent(props: Props) {
    const [Component, setComponent] = useState(() => loaded);
    useEffect(() => {
      if (loaded !== undefined) return;
      loadOnce()
        .then((component) => setComponent(() => component))
        .catch((error) => {
          dropHeldKeys();
          notifyError(error);
        });
    }, []);
    return Component === undefined ? null : <Component {...props} />;
  };
}

/**
 * Loads the code of the components that this page may still open, one after the other when idle.
 */
export async function preloadComponents(): Promise<void> {
  for (const load of unloaded) {
    await idle();
    // If it fails, the component loads it again when it is rendered.
    await load().catch(() => undefined);
  }
}

/** Until the browser has painted and is idle. Safari cannot tell. */
export function idle(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => (globalThis.requestIdleCallback ?? setTimeout)(resolve)));
}
