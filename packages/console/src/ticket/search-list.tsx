import { Combobox, useCombobox } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { Anchor, useOpenedAfterwards } from '../ui/anchor.tsx';

/** What a button of `useTrigger` gives the list that it opens. */
export interface SearchListProps {
  readonly anchor: RefObject<HTMLButtonElement | null>;
  readonly opened: boolean;
  readonly onOpened: (opened: boolean) => void;
}
interface Props extends SearchListProps {
  readonly label: string;
  readonly searchLabel: string;
  readonly longest?: number;
  readonly onSubmit: (value: string) => void;
  readonly children: (search: string) => ReactNode;
}

/** A list with a search above it, under a button. */
export function SearchList({ anchor, label, searchLabel, longest = 200, onSubmit, children, ...list }: Props) {
  const [search, setSearch] = useState('');
  const opened = useOpenedAfterwards(list.opened);
  const combobox = useCombobox({
    opened,
    onOpenedChange: list.onOpened,
    onDropdownClose: () => {
      setSearch('');
      combobox.resetSelectedOption();
      anchor.current?.focus();
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is opened by a key
  useEffect(() => {
    if (opened) combobox.focusSearchInput();
  }, [opened]);
  // Once the options are those of what was typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
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
        <Anchor to={anchor} />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          maxLength={longest}
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
