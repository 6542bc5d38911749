import { Combobox } from '@mantine/core';
import { MAX_TAG_LENGTH, MAX_TAGS } from '@player-support/contract/limits';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../i18n/text.ts';
import { ticketFacetsQuery } from '../queue/queries.ts';
import { SearchList, type SearchListProps } from './search-list.tsx';

const MAX_SHOWN = 50;

interface Props extends SearchListProps {
  readonly tags: readonly string[];
  readonly onTags: (tags: string[]) => void;
}

/** The list that TagPicker opens: tags in use, and the new tag that was typed. */
export function TagList({ tags, onTags, ...list }: Props) {
  const { t } = useText();
  const { data } = useQuery({ ...ticketFacetsQuery, enabled: list.opened });
  const available = [...new Set([...tags, ...(data?.tags ?? [])])];
  const isFull = tags.length >= MAX_TAGS;
  const toggle = (tag: string) => {
    if (tags.includes(tag)) onTags(tags.filter((other) => other !== tag));
    else if (!isFull) onTags([...tags, tag].sort());
  };
  return (
    <SearchList
      {...list}
      label={t('label.tags')}
      searchLabel={t('ticket.tags.add')}
      maxLength={MAX_TAG_LENGTH}
      onSubmit={toggle}
    >
      {(search) => {
        const typed = search.trim().normalize('NFC').slice(0, MAX_TAG_LENGTH);
        const matching = available.filter((tag) => tag.toLocaleLowerCase().includes(typed.toLocaleLowerCase()));
        const isNew = typed !== '' && !available.includes(typed);
        return (
          <>
            {isFull && <Combobox.Empty>{t('ticket.tags.full', { max: MAX_TAGS })}</Combobox.Empty>}
            {isNew && !isFull && (
              <Combobox.Option value={typed}>{t('ticket.tags.create', { tag: typed })}</Combobox.Option>
            )}
            {matching.slice(0, MAX_SHOWN).map((tag) => (
              <Combobox.Option key={tag} value={tag} active={tags.includes(tag)}>
                <Checked checked={tags.includes(tag)} />
                <bdi>{tag}</bdi>
              </Combobox.Option>
            ))}
            {matching.length === 0 && !isNew && <Combobox.Empty>{t('ticket.tags.empty')}</Combobox.Empty>}
          </>
        );
      }}
    </SearchList>
  );
}

function Checked({ checked }: { readonly checked: boolean }) {
  return <IconCheck size={14} aria-hidden style={{ marginInlineEnd: 6, visibility: checked ? 'visible' : 'hidden' }} />;
}
