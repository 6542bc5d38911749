import { CloseButton, Kbd, Loader, TextInput } from '@mantine/core';
import { MAX_SEARCH_LENGTH } from '@player-support/contract/limits';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useText } from '../i18n/text.ts';
import { SEARCH_FIELD, type SearchAddress } from './search-address.ts';
import { SearchFilters } from './search-filters.tsx';
import { SearchResults } from './search-results.tsx';
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
  const field = useSearchField(query, (q) => onChange({ ...address, q: q === '' ? undefined : q }));
  const search = useSearch(address);
  const ids = [...search.players, ...search.results.map(({ ticket }) => ticket)].map(({ id }) => id);
  const [chosen, setChosen] = useState<string>();
  const isListed = query !== '' && ids.length > 0 && !search.isError;
  const active = isListed ? (ids.find((id) => id === chosen) ?? ids[0]) : undefined;
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
      <SearchResults
        {...{ listId, optionId, active, names, search, query }}
        isStale={isStale}
        isListed={isListed}
        onPoint={setChosen}
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
