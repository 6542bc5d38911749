import { type Ref, type RefObject, useEffect, useLayoutEffect, useState } from 'react';

interface Props {
  readonly to: RefObject<HTMLElement | null>;
  /** Mantine's, given by the Target around it. */
  readonly ref?: Ref<HTMLElement>;
}

/** In a Menu.Target, Popover.Target or the like: stands for a button elsewhere, which is there before their code is. */
export function Anchor({ to, ref }: Props) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(to.current);
    else if (ref) ref.current = to.current;
  }, [to, ref]);
  return null;
}

/** `opened`, but false at first: Mantine remembers where the focus was only when something that is there opens. */
export function useOpenedAfterwards(opened: boolean): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  return opened && isThere;
}
