import { VisuallyHidden } from '@mantine/core';
import { openSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch, IconUser } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { useText } from '../i18n/text.ts';
import { commands } from '../ui/commands.ts';
import { KeyLabels } from '../ui/key-labels.tsx';
import { useRegistered } from '../ui/registry.ts';
import { DIALOG_OFFSET } from '../ui/theme.ts';
import { StatusIcon } from '../ui/ticket-icons.tsx';
import { searchItems } from './search-items.ts';
import { type FoundItem, useFoundItems } from './use-found-items.ts';

interface Props {
  /** Each change opens the search. */
  readonly openCount: number;
}

interface Item extends FoundItem {
  readonly keys?: string;
}

export function CommandSearch({ openCount }: Props) {
  const { t } = useText();
  const [query, setQuery] = useState('');
  const listId = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: on every change of the number
  useEffect(openSpotlight, [openCount]);
  const registered = useRegistered(commands);
  // A page may register a command of the shell again.
  const distinct = new Map(registered.map((command) => [command.id, command]));
  const own = Array.from(distinct.values(), ({ group = 'actions', ...command }): Item => ({ ...command, group }));
  const found = useFoundItems(query);
  const groups = searchItems<Item>([...own, ...found.items], query);
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  // Late results do not move the selection: Enter runs the highlighted one.
  useEffect(() => {
    const list = document.getElementById(listId);
    if (count === 0 || query === '' || list?.querySelector('[data-selected]')) return;
    list?.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  }, [listId, count, query]);
  return (
    <Spotlight.Root
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      size="lg"
      yOffset={DIALOG_OFFSET}
      overlayProps={{ blur: 0 }}
      attributes={{ content: { 'aria-label': t('commands.open') } }}
    >
      <Spotlight.Search
        placeholder={t('commands.placeholder')}
        aria-label={t('commands.open')}
        leftSection={<IconSearch size={18} aria-hidden />}
        maxLength={200}
      />
      {groups.length > 0 && (
        <Spotlight.ActionsList id={listId} className="search-list">
          {groups.map(({ group, items }) => (
            <Spotlight.ActionsGroup
              key={group}
              label={t(`commands.${group}`)}
              role="group"
              aria-label={t(`commands.${group}`)}
            >
              {items.map(({ id, label, description = '', status, group, keys, run }) => (
                <Spotlight.Action
                  key={id}
                  label={label}
                  description={description}
                  onClick={run}
                  leftSection={
                    status !== undefined ? (
                      <StatusIcon status={status} />
                    ) : (
                      group === 'players' && <IconUser size={16} aria-hidden />
                    )
                  }
                  rightSection={keys !== undefined && <KeyLabels keys={keys} />}
                />
              ))}
            </Spotlight.ActionsGroup>
          ))}
        </Spotlight.ActionsList>
      )}
      {groups.length === 0 && (
        <Spotlight.Empty>{t(found.isLoading ? 'commands.searching' : 'commands.none')}</Spotlight.Empty>
      )}
      <VisuallyHidden role="status">{query !== '' && t('commands.results', { count })}</VisuallyHidden>
    </Spotlight.Root>
  );
}
