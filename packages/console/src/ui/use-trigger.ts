import { type RefObject, useId, useRef, useState } from 'react';

/** What a button must have that opens something. */
export interface TriggerProps {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly id: string;
  readonly onClick: () => void;
  readonly onPointerEnter: () => void;
  readonly onFocus: () => void;
  readonly 'aria-haspopup': 'menu' | 'listbox' | 'dialog';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string | undefined;
}

interface Options {
  readonly opened: boolean;
  readonly onOpened: (opened: boolean) => void;
  readonly popup: TriggerProps['aria-haspopup'];
}

/**
 * A button that opens something whose code is loaded, and which is drawn, only once the button is pointed at, has the
 * focus or was pressed: `isWanted`. What it opens takes `anchor` and `id`.
 */
export function useTrigger({ opened, onOpened, popup }: Options) {
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [isNear, setNear] = useState(false);
  const near = () => setNear(true);
  const trigger: TriggerProps = {
    ref: anchor,
    id,
    onClick: () => {
      near();
      onOpened(!opened);
    },
    onPointerEnter: near,
    onFocus: near,
    'aria-haspopup': popup,
    'aria-expanded': opened,
    // Mantine's lists have ids of their own.
    'aria-controls': opened && popup !== 'listbox' ? `${id}-dropdown` : undefined,
  };
  return { trigger, anchor, id, isWanted: isNear || opened };
}
