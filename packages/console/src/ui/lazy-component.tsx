import { type ComponentType, useEffect, useState } from 'react';
import type { Catalogue } from '../i18n/catalogues.ts';
import { withTexts } from '../i18n/text.ts';
import { loadCode } from '../lib/load-code.ts';
import { dropHeldKeys } from './held-keys.ts';
import { notifyError } from './notify.ts';

const unloaded = new Set<() => Promise<unknown>>();

/**
 * Makes a component whose code loads at the first render, or by `preloadComponents`. Unlike
 * React.lazy it needs no Suspense, and notifies of a failure.
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

/** Loads code that this page may still open, one after the other when idle. */
export async function preloadComponents(): Promise<void> {
  for (const load of unloaded) {
    await idle();
    // The component tries again when it is rendered.
    await load().catch(() => undefined);
  }
}

/** Waits until the page is painted and idle. Safari cannot tell. */
export function idle(): Promise<unknown> {
  return new Promise((resolve) => requestAnimationFrame(() => (globalThis.requestIdleCallback ?? setTimeout)(resolve)));
}
