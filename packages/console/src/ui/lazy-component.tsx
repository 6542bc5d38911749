import { type ComponentType, useEffect, useState } from 'react';
import { notifyError } from './notify.ts';

/**
 * A component whose code loads when it is first rendered. Unlike React.lazy it needs no Suspense,
 * and if the code cannot be loaded it shows a notification instead of an error page. The next mount
 * retries.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function LazyComponent(props: Props) {
    const [Component, setComponent] = useState(() => loaded);
    useEffect(() => {
      if (loaded !== undefined) return;
      load()
        .then((component) => {
          loaded = component;
          setComponent(() => component);
        })
        .catch(notifyError);
    }, []);
    return Component === undefined ? null : <Component {...props} />;
  };
}
