import { Button, EmptyState, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconMessageSearch, IconSearchOff } from '@tabler/icons-react';
import { useText } from '../i18n/text.ts';
import { fieldError } from '../ui/form-errors.ts';
import { LoadError } from '../ui/load-error.tsx';
import { PlayerOption, TicketOption } from './search-options.tsx';
import type { useSearch } from './use-search.ts';
import type { SearchNames } from './use-search-names.ts';

interface Props {
  readonly listId: string;
  readonly optionId: (id: string) => string;
  readonly active: string | undefined;
  readonly names: SearchNames;
  readonly search: ReturnType<typeof useSearch>;
  readonly query: string;
  /** Whether the results belong to an earlier text. */
  readonly isStale: boolean;
  readonly isListed: boolean;
  /** Whether there is nothing to show yet. */
  readonly isEmpty: boolean;
  readonly onPoint: (id: string) => void;
  /** After another try. */
  readonly onRetried: () => void;
}

const SKELETONS = ['first', 'second', 'third', 'fourth'];

export function SearchResults(props: Props) {
  const { listId, optionId, active, names, search, query, isStale, isListed, isEmpty, onPoint, onRetried } = props;
  const { t } = useText();
  const { results, players, isSearching, hasNextPage, error } = search;
  const refused = fieldError(error, 'q');
  const option = (id: string) => ({
    ...{ id: optionId(id), isActive: id === active, names },
    onPoint: () => onPoint(id),
  });
  const status = () => {
    if (query === '' || error !== null) return '';
    if (isStale || (isSearching && !isListed)) return t('search.searching');
    return t(hasNextPage ? 'search.count.more' : 'search.count', { count: results.length + players.length });
  };
  return (
    <>
      <VisuallyHidden role="status">{status()}</VisuallyHidden>
      {isEmpty && (
        <EmptyState icon={<IconMessageSearch aria-hidden />} title={t('search.empty')}>
          {t('search.empty.text')}
        </EmptyState>
      )}
      {isListed && (
        <div
          id={listId}
          role="listbox"
          aria-label={t('search.results')}
          className="search-list"
          data-stale={isStale || undefined}
        >
          {players.map((player) => (
            <PlayerOption key={player.id} {...option(player.id)} player={player} />
          ))}
          {results.map((result) => (
            <TicketOption key={result.ticket.id} {...option(result.ticket.id)} {...result} />
          ))}
        </div>
      )}
      {query !== '' && !isListed && error === null && isSearching && (
        <div className="search-list" aria-hidden>
          {SKELETONS.map((name) => (
            <div key={name} className="search-skeleton">
              <Skeleton height={12} width="40%" />
              <Skeleton height={10} width="85%" />
            </div>
          ))}
        </div>
      )}
      {query !== '' && !isListed && error === null && !isSearching && (
        <EmptyState icon={<IconSearchOff aria-hidden />} title={t(hasNextPage ? 'search.none.yet' : 'search.none')}>
          {t('search.none.text')}
        </EmptyState>
      )}
      {query !== '' && refused !== undefined && <p role="alert">{refused}</p>}
      {query !== '' && error !== null && refused === undefined && (
        <LoadError
          error={error}
          onRetry={() => {
            void (search.isFetchNextPageError ? search.fetchNextPage() : search.refetch());
            onRetried();
          }}
        />
      )}
      {query !== '' && !search.isComplete && <p className="search-note">{t('search.incomplete')}</p>}
      {query !== '' && error === null && !isSearching && !isStale && hasNextPage && (
        <Button variant="default" onClick={() => void search.fetchNextPage()}>
          {t('search.more')}
        </Button>
      )}
    </>
  );
}
