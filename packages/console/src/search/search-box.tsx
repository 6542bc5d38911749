import { CloseButton, Kbd, Loader, Text, TextInput } from '@mantine/core';
import { MAX_SEARCH_LENGTH } from '@player-support/contract/limits';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { viewsQuery } from '../data/queries/views.ts';
import { savedQueueUiState } from '../data/queue/queue-ui-state.ts';
import { SEARCH_FIELD, type SearchAddress } from '../data/search-address.ts';
import { useText } from '../i18n/text.ts';
import { fieldError } from '../ui/form-errors.ts';
import { dropHeldKeys, holdKeys } from '../ui/held-keys.ts';
import { FoundPlayers } from './found-players.tsx';
import { isSearch, savedSearchOf } from './saved-search.ts';
import { SavedSearchBar } from './saved-search-bar.tsx';
import { SavedSearchList } from './saved-search-list.tsx';
import { SearchFilters } from './search-filters.tsx';
import { SearchNestedFilter } from './search-nested-filter.tsx';
import { SearchResults } from './search-results.tsx';
import { SearchSuggestion } from './search-suggestion.tsx';
import { useSearch } from './use-search.ts';
import { useSearchField } from './use-search-field.ts';
import type { SearchNames } from './use-search-names.ts';

interface Props {
  readonly address: SearchAddress;
  readonly names: SearchNames;
  readonly onChange: (address: SearchAddress) => void;
  readonly onLeave: () => void;
}

const isRow = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.closest('.queue-row') !== null;

/**
 * Arrows highlight a saved search or a player, or go on to the tickets. Enter opens the highlighted
 * one.
 */
export function SearchBox({ address, names, onChange, onLeave }: Props) {
  const { t } = useText();
  const router = useRouter();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const query = address.q ?? '';
  // After a ticket its row has the focus, until another search.
  const [isBack, setBack] = useState(
    () => savedQueueUiState(router.state.location.searchStr)?.currentId !== undefined && query !== '',
  );
  const change = (next: SearchAddress) => {
    setBack(false);
    onChange(next);
  };
  const field = useSearchField(query, (q) =>
    // Another text has nothing to do with the saved search.
    change(q === '' ? { ...address, q: undefined, saved: undefined } : { ...address, q }),
  );
  const search = useSearch(address);
  const searches = useQuery(viewsQuery).data?.views.filter(isSearch) ?? [];
  const saved = savedSearchOf(address, searches);
  const showsSaved = query === '' && searches.length > 0;
  const ids = (showsSaved ? searches : search.players).map(({ id }) => id);
  const [chosen, setChosen] = useState<string>();
  const isListed = ids.length > 0;
  // Enter in an empty field opens no saved search.
  const first = showsSaved ? undefined : ids[0];
  const active = isListed ? (ids.find((id) => id === chosen) ?? first) : undefined;
  const optionId = (id: string) => `${listId}-${id}`;
  const focusField = () => input.current?.focus();

  const isStale = field.isTyping || search.isStale;
  const status = () => {
    if (query === '' || search.error !== null) return '';
    if (isStale) return t('search.searching');
    return t(search.hasMore ? 'search.count.more' : 'search.count', { count: search.count + search.players.length });
  };

  function move(step: number): void {
    const next = ids[ids.indexOf(active ?? '') + step];
    if (next !== undefined) {
      setChosen(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    } else if (step > 0) enterRows();
  }

  // An arrow before the response leads to its first row.
  const [isEntering, setEntering] = useState(false);
  const areResultsCurrent = !isStale && !search.isFetching;
  const entersNow = isEntering && areResultsCurrent;
  useEffect(() => {
    if (!entersNow) return;
    setEntering(false);
    if (search.count === 0) dropHeldKeys();
  }, [entersNow, search.count]);
  function enterRows(): void {
    if (areResultsCurrent) document.querySelector<HTMLElement>('.queue-row[data-current] a')?.focus();
    else {
      field.flush();
      holdKeys(isRow);
      setEntering(true);
    }
  }

  // Enter before the response opens its first result, not an older one.
  const [isOpening, setOpening] = useState(false);
  const opensNow = isOpening && areResultsCurrent;
  useEffect(() => {
    if (!opensNow) return;
    setOpening(false);
    if (active !== undefined) document.getElementById(optionId(active))?.click();
  });

  function take(suggestion: string): void {
    change({ ...address, q: suggestion });
    focusField();
  }

  function open(): void {
    // So that it does not lead back here later.
    field.flush();
    if (areResultsCurrent && search.count === 0 && search.suggestion) take(search.suggestion);
    else if (active !== undefined && active === chosen) document.getElementById(optionId(active))?.click();
    else setOpening(true);
  }

  function leave(): void {
    field.flush();
    onLeave();
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const run = { ArrowDown: () => move(1), ArrowUp: () => move(-1), Enter: open, Escape: leave }[event.key];
    if (run === undefined) return;
    event.preventDefault();
    run();
  }

  return (
    <div className="search">
      <TextInput
        ref={input}
        id={SEARCH_FIELD}
        size="md"
        autoFocus={!isBack}
        role="combobox"
        aria-label={t('nav.search')}
        aria-expanded={isListed}
        aria-controls={isListed ? listId : undefined}
        aria-activedescendant={active === undefined ? undefined : optionId(active)}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder={t('search.placeholder')}
        maxLength={MAX_SEARCH_LENGTH}
        value={field.text}
        onChange={({ currentTarget }) => {
          setChosen(undefined);
          setOpening(false);
          field.type(currentTarget.value);
        }}
        onKeyDown={handleKey}
        leftSection={search.isFetching ? <Loader size={16} aria-hidden /> : <IconSearch size={18} aria-hidden />}
        rightSection={
          field.text !== '' && (
            <CloseButton
              aria-label={t('search.clear')}
              onClick={() => {
                field.type('');
                field.flush();
                focusField();
              }}
            />
          )
        }
      />
      <div className="search-tools">
        <SearchFilters address={address} names={names} onChange={change} />
        {query !== '' && fieldError(search.error, 'q') === undefined && (
          <SavedSearchBar {...{ address, saved }} onChange={change} onFocusLost={focusField} />
        )}
        <Text size="xs" c="dimmed" role="status" className="search-status">
          {status()}
        </Text>
      </div>
      {address.filter !== undefined && <SearchNestedFilter address={address} onChange={change} />}
      {showsSaved && (
        <SavedSearchList {...{ listId, optionId, active, names, searches }} onPoint={setChosen} onOpened={focusField} />
      )}
      {!showsSaved && isListed && (
        <FoundPlayers {...{ listId, optionId, active, names }} players={search.players} onPoint={setChosen} />
      )}
      {!isStale && search.suggestion && <SearchSuggestion suggestion={search.suggestion} onTake={take} />}
      <SearchResults
        {...{ address, search, query }}
        isStale={isStale}
        isEmpty={query === '' && !showsSaved}
        isBack={isBack}
        opensFirst={opensNow && active === undefined}
        entersFirst={entersNow}
        onFocusLost={focusField}
      />
      {(isListed || search.count > 0) && (
        <p className="search-keys" aria-hidden>
          <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> {t('search.key.choose')} <Kbd size="xs">Enter</Kbd>{' '}
          {t('search.key.open')} <Kbd size="xs">Esc</Kbd> {t('search.key.back')}
        </p>
      )}
    </div>
  );
}
