import type { MenuProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { lazyComponent } from './lazy-component.tsx';
import { type TriggerProps, useLazyPopup } from './use-lazy-popup.ts';

const MenuPopup = lazyComponent(async () => (await import('./menu-popup.tsx')).MenuPopup);

interface Option {
  readonly value: string;
  readonly label: string;
  /** If the label is in another language. */
  readonly lang?: string;
}
export type MenuEntry =
  | {
      readonly label: string;
      readonly run: () => void;
      readonly disabled?: boolean;
      /** In the format of `Shortcut`. */
      readonly keys?: string;
    }
  | { readonly heading: ReactNode }
  | {
      readonly options: readonly Option[];
      readonly value: string;
      readonly onChange: (value: string) => void;
      readonly closeOnClick?: boolean;
    }
  | 'divider';

interface Props extends Pick<MenuProps, 'position' | 'width' | 'withinPortal'> {
  readonly entries: readonly MenuEntry[];
  readonly button: (trigger: TriggerProps) => ReactNode;
  /** Controlled, together with `onOpenedChange`. */
  readonly opened?: boolean;
  readonly onOpenedChange?: (opened: boolean) => void;
}

/**
 * Loads the menu's code after the page, or on hover, focus or press: it is 33 KB of JavaScript
 * (gzip).
 */
export function LazyMenu({ entries, button, opened: controlled, onOpenedChange, ...menu }: Props) {
  const [uncontrolled, setUncontrolled] = useState(false);
  const opened = controlled ?? uncontrolled;
  const setOpened = onOpenedChange ?? setUncontrolled;
  const { trigger, target, id, isNeeded } = useLazyPopup({ opened, onOpenedChange: setOpened, popup: 'menu' });
  return (
    <>
      {button(trigger)}
      {isNeeded && (
        <MenuPopup {...menu} id={id} target={target} opened={opened} onOpenedChange={setOpened} entries={entries} />
      )}
    </>
  );
}
