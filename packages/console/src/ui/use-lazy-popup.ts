import { useId, useRef, useState } from 'react';
import { holdKeys } from './held-keys.ts';

interface Options {
  readonly opened: boolean;
  readonly onOpenedChange: (opened: boolean) => void;
  readonly popup: 'menu' | 'listbox' | 'dialog';
}

/**
 * Renders a popup after its button was hovered, focused or pressed (`isNeeded`). It takes `target`
 * and `id`.
 */
export function useLazyPopup({ opened, onOpenedChange, popup }: Options) {
  const target = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [isPrepared, setPrepared] = useState(false);
  const prepare = () => setPrepared(true);
  const trigger = {
    ref: target,
    id,
    onClick: () => {
      prepare();
      if (!opened) holdKeys();
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

export type TriggerProps = ReturnType<typeof useLazyPopup>['trigger'];
