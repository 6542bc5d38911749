import { CloseButton, Kbd, Loader, TextInput } from '@mantine/core';
import { MAX_SEARCH_LENGTH } from '@player-support/contract/limits';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useText } from '../i18n/text.ts';
import { fieldError } from '../ui/form-errors.ts';
import { viewsQuery } from '../views/queries.ts';
import { isSearch, savedSearchOf } from './saved-search.ts';
import { SavedSearchBar } from './saved-search-bar.tsx';
import { SavedSearchList } from './saved-search-list.tsx';
import { SEARCH_FIELD, type SearchAddress } from './search-address.ts';
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

/**
 * The field, and what it finds. The focus stays in the field: the arrows highlight a result, and
 * Enter opens it.
 */
export function SearchBox({ address, names, onChange, onLeave }: Props) {
  const { t } = useText();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const query = address.q ?? '';
  const field = useSearchField(query, (q) =>
    // Another text may follow, which has nothing to do with the saved search.
    onChange(q === '' ? { ...address, q: undefined, saved: undefined } : { ...address, q }),
  );
  const search = useSearch(address);
  const searches = useQuery(viewsQuery).data?.views.filter(isSearch) ?? [];
  const saved = savedSearchOf(address, searches);
  const showsSaved = query === '' && searches.length > 0;
  const found = [...search.players, ...search.results.map(({ ticket }) => ticket)];
  const ids = (showsSaved ? searches : found).map(({ id }) => id);
  const [chosen, setChosen] = useState<string>();
  const isFound = query !== '' && ids.length > 0 && !search.isError;
  const isListed = showsSaved || isFound;
  // Enter in an empty field opens no saved search by itself.
  const first = showsSaved ? undefined : ids[0];
  const active = isListed ? (ids.find((id) => id === chosen) ?? first) : undefined;
  const optionId = (id: string) => `${listId}-${id}`;

  function move(step: number): void {
    const next = ids[ids.indexOf(active ?? '') + step];
    if (next === undefined) return;
    setChosen(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  }

  // Enter before the answer opens its first result, not one of the text before.
  const [opensNext, setOpensNext] = useState(false);
  const isStale = field.isTyping || search.isPlaceholderData;
  const openActive = () => {
    setOpensNext(false);
    if (active !== undefined) document.getElementById(optionId(active))?.click();
  };
  const openAnswer = useEffectEvent(openActive);
  const isAnswered = !isStale && !search.isSearching;
  useEffect(() => {
    if (opensNext && isAnswered) openAnswer();
  }, [opensNext, isAnswered]);

  function open(): void {
    // Also so that it does not lead back here later.
    field.flush();
    if (!isStale || (active !== undefined && active === chosen)) openActive();
    else setOpensNext(true);
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
        autoFocus
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
          setOpensNext(false);
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
                input.current?.focus();
              }}
            />
          )
        }
      />
      <SearchFilters address={address} names={names} onChange={onChange} />
      {address.filter !== undefined && <SearchNestedFilter address={address} onChange={onChange} />}
      {query !== '' && fieldError(search.error, 'q') === undefined && (
        <SavedSearchBar {...{ address, saved, onChange }} onFocusLost={() => input.current?.focus()} />
      )}
      {showsSaved && (
        <SavedSearchList
          {...{ listId, optionId, active, names, searches }}
          onPoint={setChosen}
          onOpened={() => input.current?.focus()}
        />
      )}
      <SearchSuggestion
        {...{ address, isTyping: field.isTyping }}
        onTake={(q) => {
          onChange({ ...address, q });
          input.current?.focus();
        }}
      />
      <SearchResults
        {...{ listId, optionId, active, names, search, query }}
        isStale={isStale}
        isListed={isFound}
        isEmpty={query === '' && !showsSaved}
        onPoint={setChosen}
        // The button goes away.
        onRetried={() => input.current?.focus()}
      />
      {isListed && (
        <p className="search-keys" aria-hidden>
          <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> {t('search.key.choose')} <Kbd size="xs">Enter</Kbd>{' '}
          {t('search.key.open')} <Kbd size="xs">Esc</Kbd> {t('search.key.back')}
        </p>
      )}
    </div>
  );
}
