import { Combobox, useCombobox } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { type PopupProps, PopupTarget, useOpenedAfterMount } from '../ui/popup-target.tsx';

/** The props from `useLazyPopup`. */
export type SearchListProps = Omit<PopupProps, 'id'>;
interface Props extends SearchListProps {
  readonly label: string;
  readonly searchLabel: string;
  readonly maxLength?: number;
  readonly onSubmit: (value: string) => void;
  readonly children: (search: string) => ReactNode;
}

/**
 * A list with a search field, opened by a button. Mantine's ComboboxPopover cannot label its field.
 */
export function SearchList({ target, label, searchLabel, maxLength = 200, onSubmit, children, ...list }: Props) {
  const [search, setSearch] = useState('');
  const opened = useOpenedAfterMount(list.opened);
  const combobox = useCombobox({
    opened,
    onOpenedChange: list.onOpenedChange,
    onDropdownClose: () => {
      setSearch('');
      combobox.resetSelectedOption();
      target.current?.focus();
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when a shortcut opens it
  useEffect(() => {
    if (opened) combobox.focusSearchInput();
  }, [opened]);
  // After the options of the new search were rendered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the search changes
  useEffect(() => {
    if (search !== '') combobox.selectFirstOption();
  }, [search]);
  return (
    <Combobox
      store={combobox}
      width={260}
      position="bottom-start"
      withinPortal={false}
      onOptionSubmit={(value) => {
        onSubmit(value);
        setSearch('');
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
          placeholder={searchLabel}
          aria-label={searchLabel}
        />
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={label}>
          {children(search)}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
