import { Menu, type MenuProps } from '@mantine/core';
import type { RefObject } from 'react';
import { Anchor, useOpenedAfterwards } from './anchor.tsx';
import type { MenuEntry } from './menu-button.tsx';

interface Props extends Pick<MenuProps, 'position' | 'width' | 'withinPortal'> {
  readonly id: string;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly opened: boolean;
  readonly onOpened: (opened: boolean) => void;
  readonly entries: readonly MenuEntry[];
}

/** The menu of a MenuButton. */
export function AnchoredMenu({ anchor, opened, onOpened, entries, ...menu }: Props) {
  return (
    <Menu {...menu} opened={useOpenedAfterwards(opened)} onChange={onOpened}>
      <Menu.Target>
        <Anchor to={anchor} />
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they keep their places
          <Entry key={index} entry={entry} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Entry({ entry }: { readonly entry: MenuEntry }) {
  if (entry === 'divider') return <Menu.Divider />;
  if ('heading' in entry) return <Menu.Label>{entry.heading}</Menu.Label>;
  if ('run' in entry) {
    return (
      <Menu.Item onClick={entry.run} disabled={entry.disabled ?? false}>
        {entry.label}
      </Menu.Item>
    );
  }
  return (
    <Menu.RadioGroup value={entry.value} onChange={entry.onChoose}>
      {entry.choices.map(({ value, label, lang }) => (
        <Menu.RadioItem key={value} value={value} closeMenuOnClick={entry.closes ?? false} {...(lang && { lang })}>
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
