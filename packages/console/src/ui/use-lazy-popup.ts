import { type RefObject, useId, useRef, useState } from 'react';

/** The props of a button that opens a popup. */
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
  readonly onOpenedChange: (opened: boolean) => void;
  readonly popup: TriggerProps['aria-haspopup'];
}

/**
 * A popup that is rendered, and whose code loads, only after its button was hovered, focused or
 * pressed: then `isNeeded` is true. The popup takes `target` and `id`.
 */
export function useLazyPopup({ opened, onOpenedChange, popup }: Options) {
  const target = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [isPrepared, setPrepared] = useState(false);
  const prepare = () => setPrepared(true);
  const trigger: TriggerProps = {
    ref: target,
    id,
    onClick: () => {
      prepare();
      onOpenedChange(!opened);
    },
    onPointerEnter: prepare,
    onFocus: prepare,
    'aria-haspopup': popup,
    'aria-expanded': opened,
    // Mantine gives lists an id of their own.
    'aria-controls': opened && popup !== 'listbox' ? `${id}-dropdown` : undefined,
  };
  return { trigger, target, id, isNeeded: isPrepared || opened };
}
