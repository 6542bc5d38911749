import { Combobox, useCombobox } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { type PopupProps, PopupTarget, useOpenedAfterMount } from '../ui/popup-target.tsx';
import { ScrollingOptions } from '../ui/scrolling-options.tsx';

/** The props from `useLazyPopup`. */
export type SearchListProps = Omit<PopupProps, 'id'>;
interface Props extends SearchListProps {
  readonly label: string;
  readonly searchLabel: string;
  readonly maxLength?: number;
  readonly closeOnSubmit?: boolean;
  readonly onSubmit: (value: string) => void;
  readonly children: (search: string) => ReactNode;
}

/** Shows a button's list with a search. Mantine's ComboboxPopover cannot label its field. */
export function SearchList({
  target,
  label,
  searchLabel,
  maxLength = 200,
  closeOnSubmit = false,
  onSubmit,
  children,
  ...list
}: Props) {
  const [search, setSearch] = useState('');
  const opened = useOpenedAfterMount(list.opened);
  const combobox = useCombobox({
    opened,
    onOpenedChange: list.onOpenedChange,
    onDropdownClose: () => {
      setSearch('');
      combobox.resetSelectedOption();
      // At once: the next key is a shortcut of the page.
      target.current?.focus();
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when a shortcut opens it
  useEffect(() => {
    if (opened) combobox.focusSearchInput();
  }, [opened]);
  // After the options of the new search were rendered. Without a search Enter takes nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the search changes
  useEffect(() => {
    if (search === '') combobox.resetSelectedOption();
    else combobox.selectFirstOption();
  }, [search]);
  return (
    <Combobox
      store={combobox}
      width={260}
      position="bottom-start"
      withinPortal={false}
      onOptionSubmit={(value) => {
        if (closeOnSubmit) combobox.closeDropdown();
        else setSearch('');
        onSubmit(value);
      }}
    >
      <Combobox.DropdownTarget>
        <PopupTarget target={target} />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          maxLength={maxLength}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          // The target has the focus then, and Tab goes on from there.
          onKeyDown={({ key }) => key === 'Tab' && combobox.closeDropdown()}
          placeholder={searchLabel}
          aria-label={searchLabel}
        />
        <ScrollingOptions label={label}>{children(search)}</ScrollingOptions>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Marks the ticket's options. Others keep the space, so that names align. */
export function OptionMark({ isShown }: { readonly isShown: boolean }) {
  return <IconCheck size={14} aria-hidden style={{ marginInlineEnd: 6, visibility: isShown ? 'visible' : 'hidden' }} />;
}
