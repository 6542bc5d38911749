import type { MenuProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { lazyPart } from './lazy-part.tsx';
import { type TriggerProps, useTrigger } from './use-trigger.ts';

const AnchoredMenu = lazyPart(async () => (await import('./anchored-menu.tsx')).AnchoredMenu);

interface Choice {
  readonly value: string;
  readonly label: string;
  /** Of the label, where it is another one. */
  readonly lang?: string;
}
export type MenuEntry =
  | { readonly label: string; readonly run: () => void; readonly disabled?: boolean }
  | { readonly heading: ReactNode }
  | {
      readonly choices: readonly Choice[];
      readonly value: string;
      readonly onChoose: (value: string) => void;
      readonly closes?: boolean;
    }
  | 'divider';

interface Props extends Pick<MenuProps, 'position' | 'width' | 'withinPortal'> {
  readonly entries: readonly MenuEntry[];
  readonly button: (trigger: TriggerProps) => ReactNode;
  /** With `onOpened`, where something else opens it too. */
  readonly opened?: boolean;
  readonly onOpened?: (opened: boolean) => void;
}

/** A button with a menu, of which nothing is loaded or drawn before somebody is about to open it. */
export function MenuButton({ entries, button, opened: openedBy, onOpened, ...menu }: Props) {
  const [openedItself, setOpened] = useState(false);
  const opened = openedBy ?? openedItself;
  const setBoth = onOpened ?? setOpened;
  const { trigger, anchor, id, isWanted } = useTrigger({ opened, onOpened: setBoth, popup: 'menu' });
  return (
    <>
      {button(trigger)}
      {isWanted && (
        <AnchoredMenu {...menu} id={id} anchor={anchor} opened={opened} onOpened={setBoth} entries={entries} />
      )}
    </>
  );
}
