import { type Ref, type RefObject, useEffect, useLayoutEffect, useState } from 'react';

interface Props {
  readonly target: RefObject<HTMLElement | null>;
  /** From the Menu.Target, Popover.Target or Combobox.DropdownTarget around it. */
  readonly ref?: Ref<HTMLElement>;
}

/** Makes an element that is rendered elsewhere the target of a Mantine popup. Renders nothing. */
export function PopupTarget({ target, ref }: Props) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(target.current);
    else if (ref) ref.current = target.current;
  }, [target, ref]);
  return null;
}

/**
 * `opened`, but false on the first render: Mantine stores where to return the focus when this
 * changes.
 */
export function useOpenedAfterMount(opened: boolean): boolean {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return opened && isMounted;
}
