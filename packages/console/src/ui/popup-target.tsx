import { type Ref, type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** From `useLazyPopup` and its owner. */
export interface PopupProps {
  readonly id: string;
  readonly target: RefObject<HTMLElement | null>;
  readonly opened: boolean;
  readonly onOpenedChange: (opened: boolean) => void;
}

interface Props extends Pick<PopupProps, 'target'> {
  /** From the Menu.Target, Popover.Target or Combobox.DropdownTarget around it. */
  readonly ref?: Ref<HTMLElement>;
}

/** Makes an element elsewhere the target of a Mantine popup. Renders nothing. */
export function PopupTarget({ target, ref }: Props) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(target.current);
    else if (ref) ref.current = target.current;
  }, [target, ref]);
  return null;
}

/** False on the first render: Mantine stores where to return the focus when it changes. */
export function useOpenedAfterMount(opened: boolean): boolean {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return opened && isMounted;
}
