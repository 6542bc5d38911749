import { Combobox, Text } from '@mantine/core';
import { fold } from '@player-support/contract/fold';
import { MAX_TAG_LENGTH, MAX_TAGS } from '@player-support/contract/limits';
import { cutText, hasVisible } from '@player-support/contract/visible-text';
import { useQuery } from '@tanstack/react-query';
import { ticketFacetsQuery } from '../data/queries/queue.ts';
import { useText } from '../i18n/text.ts';
import { OptionMark, SearchList, type SearchListProps } from './search-list.tsx';

const MAX_SHOWN = 50;

interface Props extends SearchListProps {
  readonly tags: readonly string[];
  /** Undefined: read only. */
  readonly onTags: ((tags: string[]) => void) | undefined;
}

/** The value of an option begins with its action, before the tag. */
type Action = 'add' | 'remove' | 'keep';
const SEPARATOR = ' ';

/**
 * Lists tags in use, and the typed tag. Typing only adds tags. In the whole list, an option also
 * removes.
 */
export function TagList({ tags, onTags, ...list }: Props) {
  const { t } = useText();
  const isReadOnly = onTags === undefined;
  const { data } = useQuery({ ...ticketFacetsQuery, enabled: list.opened && !isReadOnly });
  const available = isReadOnly ? tags : [...new Set([...tags, ...(data?.tags ?? [])])];
  const isFull = tags.length >= MAX_TAGS;
  const change = (value: string) => {
    const at = value.indexOf(SEPARATOR);
    const action = value.slice(0, at);
    const tag = value.slice(at + 1);
    if (action === 'remove') onTags?.(tags.filter((other) => other !== tag));
    if (action === 'add' && !isFull) onTags?.([...new Set([...tags, tag])].sort());
  };
  return (
    <SearchList
      {...list}
      label={t('label.tags')}
      searchLabel={t(isReadOnly ? 'label.tags' : 'ticket.tags.add')}
      maxLength={MAX_TAG_LENGTH}
      onSubmit={change}
    >
      {(search) => {
        const typed = cutText(search.trim().normalize('NFC'), MAX_TAG_LENGTH);
        const found = available.filter((tag) => fold(tag).includes(fold(typed)));
        // First what was typed.
        const matching = found.includes(typed) ? [typed, ...found.filter((tag) => tag !== typed)] : found;
        const isNew = !isReadOnly && hasVisible(typed) && !available.includes(typed);
        const actionOf = (tag: string): Action => (!tags.includes(tag) ? 'add' : typed === '' ? 'remove' : 'keep');
        return (
          <>
            {isFull && !isReadOnly && <Combobox.Empty>{t('ticket.tags.full', { max: MAX_TAGS })}</Combobox.Empty>}
            {isNew && !isFull && (
              <Combobox.Option value={`add${SEPARATOR}${typed}`}>
                {t('ticket.tags.create', { tag: typed })}
              </Combobox.Option>
            )}
            {matching.slice(0, MAX_SHOWN).map((tag) => (
              <TagOption key={tag} tag={tag} action={isReadOnly ? undefined : actionOf(tag)} />
            ))}
            {matching.length === 0 && !isNew && (
              <Combobox.Empty>{t(isReadOnly ? 'ticket.tags.none' : 'ticket.tags.empty')}</Combobox.Empty>
            )}
          </>
        );
      }}
    </SearchList>
  );
}

interface OptionProps {
  readonly tag: string;
  /** Undefined: read only. */
  readonly action: Action | undefined;
}

function TagOption({ tag, action }: OptionProps) {
  const { t } = useText();
  const isAssigned = action !== 'add';
  return (
    <Combobox.Option
      value={action === undefined ? tag : `${action}${SEPARATOR}${tag}`}
      active={isAssigned}
      style={{ display: 'flex', alignItems: 'center' }}
    >
      {action !== undefined && <OptionMark isShown={isAssigned} />}
      <bdi style={{ minWidth: 0, flex: 1, overflowWrap: 'anywhere' }}>{tag}</bdi>
      {(action === 'keep' || action === 'remove') && (
        <Text span size="xs" c="inherit" ml="xs">
          {t(action === 'keep' ? 'ticket.tags.has' : 'ticket.tags.remove')}
        </Text>
      )}
    </Combobox.Option>
  );
}
