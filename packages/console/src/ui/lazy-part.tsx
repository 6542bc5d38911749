import { type ComponentType, useEffect, useState } from 'react';
import { notifyError } from './notify-error.tsx';

/**
 * A component of which nothing is loaded before it is first drawn. Where its code cannot be had, nothing shows but a
 * notification, unlike with React's lazy, which takes the whole page down; the next drawing tries again.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => loaded);
    useEffect(() => {
      if (loaded !== undefined) return;
      load()
        .then((part) => {
          loaded = part;
          setPart(() => part);
        })
        .catch(notifyError);
    }, []);
    return Part === undefined ? null : <Part {...props} />;
  };
}
