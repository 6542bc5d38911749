import { Button, Combobox, Pill, useCombobox } from '@mantine/core';
import type { TicketFacetsResponse } from '@player-support/contract/team';
import { IconCheck, IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../api.ts';
import { keys } from '../queries.ts';
import { useText } from '../text.ts';

const MOST_TAGS = 20;
const LONGEST = 40;
const MOST_SHOWN = 50;

interface Props {
  readonly tags: readonly string[];
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  readonly readOnly: boolean;
  readonly onTags: (tags: string[]) => void;
}

/** The tags, each of which can be taken off; and a list to put others on, of those in use or new ones. */
export function TagPicker({ tags, opened, onChange, readOnly, onTags }: Props) {
  const { t } = useText();
  const [search, setSearch] = useState('');
  const { data } = useQuery({
    queryKey: keys.ticketFacets,
    queryFn: ({ signal }) => api.get<TicketFacetsResponse>('/tickets/facets', { signal }),
    enabled: opened,
  });
  const combobox = useCombobox({
    opened,
    onOpenedChange: onChange,
    onDropdownClose: () => {
      setSearch('');
      combobox.resetSelectedOption();
      combobox.focusTarget();
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
  const wanted = search.trim().normalize('NFC').slice(0, LONGEST);
  const known = [...new Set([...tags, ...(data?.tags ?? [])])];
  const found = known.filter((tag) => tag.toLocaleLowerCase().includes(wanted.toLocaleLowerCase()));
  const isNew = wanted !== '' && !known.includes(wanted);
  const isFull = tags.length >= MOST_TAGS;
  const toggle = (tag: string) => {
    if (tags.includes(tag)) onTags(tags.filter((other) => other !== tag));
    else if (!isFull) onTags([...tags, tag].sort());
    setSearch('');
  };
  return (
    <>
      {tags.map((tag) => (
        <Pill key={tag} size="sm" maw="14rem" title={tag}>
          {tag}
        </Pill>
      ))}
      {!readOnly && (
        <Combobox store={combobox} width={260} position="bottom-start" withinPortal={false} onOptionSubmit={toggle}>
          <Combobox.DropdownTarget>
            <Button
              variant="default"
              size="compact-sm"
              fw={500}
              px={6}
              aria-label={t('ticket.tags.edit', { value: tags.join(', ') })}
              aria-haspopup="listbox"
              aria-expanded={opened}
              onClick={() => combobox.toggleDropdown()}
              ref={(element) => {
                combobox.targetRef.current = element;
              }}
            >
              <IconTag size={16} aria-hidden />
            </Button>
          </Combobox.DropdownTarget>
          <Combobox.Dropdown>
            <Combobox.Search
              value={search}
              maxLength={LONGEST}
              onChange={({ currentTarget }) => setSearch(currentTarget.value)}
              placeholder={t('ticket.tags.add')}
              aria-label={t('ticket.tags.add')}
            />
            <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={t('ticket.tags')}>
              {isFull && <Combobox.Empty>{t('ticket.tags.full')}</Combobox.Empty>}
              {isNew && !isFull && (
                <Combobox.Option value={wanted}>{t('ticket.tags.create', { tag: wanted })}</Combobox.Option>
              )}
              {found.slice(0, MOST_SHOWN).map((tag) => (
                <Combobox.Option key={tag} value={tag} active={tags.includes(tag)}>
                  <Checked checked={tags.includes(tag)} />
                  <bdi>{tag}</bdi>
                </Combobox.Option>
              ))}
              {found.length === 0 && !isNew && <Combobox.Empty>{t('ticket.tags.empty')}</Combobox.Empty>}
            </Combobox.Options>
          </Combobox.Dropdown>
        </Combobox>
      )}
    </>
  );
}

function Checked({ checked }: { readonly checked: boolean }) {
  return <IconCheck size={14} aria-hidden style={{ marginInlineEnd: 6, visibility: checked ? 'visible' : 'hidden' }} />;
}
