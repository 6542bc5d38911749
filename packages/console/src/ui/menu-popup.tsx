import { Menu, type MenuProps } from '@mantine/core';
import type { MenuEntry } from './lazy-menu.tsx';
import { type PopupProps, PopupTarget, useOpenedAfterMount } from './popup-target.tsx';

interface Props extends PopupProps, Pick<MenuProps, 'position' | 'width' | 'withinPortal'> {
  readonly entries: readonly MenuEntry[];
}

/** The Mantine part of a LazyMenu. */
export function MenuPopup({ target, opened, onOpenedChange, entries, ...menu }: Props) {
  return (
    <Menu {...menu} opened={useOpenedAfterMount(opened)} onChange={onOpenedChange}>
      <Menu.Target>
        <PopupTarget target={target} />
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries do not change their order
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
    <Menu.RadioGroup value={entry.value} onChange={entry.onChange}>
      {entry.options.map(({ value, label, lang }) => (
        <Menu.RadioItem
          key={value}
          value={value}
          closeMenuOnClick={entry.closeOnClick ?? false}
          {...(lang && { lang })}
        >
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
