import { Box, Menu, type MenuProps } from '@mantine/core';
import { KeyLabels } from './key-labels.tsx';
import type { MenuEntry } from './lazy-menu.tsx';
import { type PopupProps, PopupTarget, useOpenedAfterMount } from './popup-target.tsx';

interface Props extends PopupProps, Pick<MenuProps, 'position' | 'width' | 'withinPortal'> {
  readonly entries: readonly MenuEntry[];
}

/** LazyMenu loads it. */
export function MenuPopup({ target, opened, onOpenedChange, entries, ...menu }: Props) {
  // Mantine would focus a disabled first entry, so nothing would have the focus.
  const first = entries.findIndex((entry) => entry !== 'divider' && !('heading' in entry) && !isDisabled(entry));
  return (
    <Menu {...menu} opened={useOpenedAfterMount(opened)} onChange={onOpenedChange}>
      <Menu.Target>
        <PopupTarget target={target} />
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries come and go at the beginning
          <Entry key={index - entries.length} entry={entry} takesFocus={index === first} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const isDisabled = (entry: object) => 'disabled' in entry && entry.disabled === true;

function Entry({ entry, takesFocus }: { readonly entry: MenuEntry; readonly takesFocus: boolean }) {
  if (entry === 'divider') return <Menu.Divider />;
  if ('heading' in entry) return <Menu.Label>{entry.heading}</Menu.Label>;
  if ('run' in entry) {
    return (
      <Menu.Item
        onClick={entry.run}
        disabled={entry.disabled ?? false}
        data-autofocus={takesFocus || undefined}
        rightSection={
          entry.keys !== undefined && (
            <Box component="span" visibleFrom="sm">
              <KeyLabels keys={entry.keys} />
            </Box>
          )
        }
      >
        {entry.label}
      </Menu.Item>
    );
  }
  return (
    <Menu.RadioGroup value={entry.value} onChange={entry.onChange}>
      {entry.options.map(({ value, label, lang }, index) => (
        <Menu.RadioItem
          key={value}
          value={value}
          data-autofocus={(takesFocus && index === 0) || undefined}
          closeMenuOnClick={entry.closeOnClick ?? false}
          {...(lang && { lang })}
        >
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
