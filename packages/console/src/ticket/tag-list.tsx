import { Combobox } from '@mantine/core';
import { MAX_TAG_LENGTH, MAX_TAGS } from '@player-support/contract/limits';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../i18n/text.ts';
import { ticketFacetsQuery } from '../queue/queries.ts';
import { SearchList, type SearchListProps } from './search-list.tsx';

const MOST_SHOWN = 50;

interface Props extends SearchListProps {
  readonly tags: readonly string[];
  readonly onTags: (tags: string[]) => void;
}

/** The tags to put on and take off, under the button of TagPicker. */
export function TagList({ tags, onTags, ...list }: Props) {
  const { t } = useText();
  const { data } = useQuery({ ...ticketFacetsQuery, enabled: list.opened });
  const known = [...new Set([...tags, ...(data?.tags ?? [])])];
  const isFull = tags.length >= MAX_TAGS;
  const toggle = (tag: string) => {
    if (tags.includes(tag)) onTags(tags.filter((other) => other !== tag));
    else if (!isFull) onTags([...tags, tag].sort());
  };
  return (
    <SearchList
      {...list}
      label={t('ticket.tags')}
      searchLabel={t('ticket.tags.add')}
      longest={MAX_TAG_LENGTH}
      onSubmit={toggle}
    >
      {(search) => {
        const wanted = search.trim().normalize('NFC').slice(0, MAX_TAG_LENGTH);
        const found = known.filter((tag) => tag.toLocaleLowerCase().includes(wanted.toLocaleLowerCase()));
        const isNew = wanted !== '' && !known.includes(wanted);
        return (
          <>
            {isFull && <Combobox.Empty>{t('ticket.tags.full', { max: MAX_TAGS })}</Combobox.Empty>}
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
          </>
        );
      }}
    </SearchList>
  );
}

function Checked({ checked }: { readonly checked: boolean }) {
  return <IconCheck size={14} aria-hidden style={{ marginInlineEnd: 6, visibility: checked ? 'visible' : 'hidden' }} />;
}
