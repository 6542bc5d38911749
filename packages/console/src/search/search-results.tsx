import { EmptyState, Skeleton } from '@mantine/core';
import { IconMessageSearch, IconSearchOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { parseQueueSearch } from '../data/queue/queue-search.ts';
import { useQueueNames } from '../data/queue/use-queue-names.ts';
import type { SearchAddress } from '../data/search-address.ts';
import { useText } from '../i18n/text.ts';
import { QueuePanel } from '../parts/ticket-list/queue-panel.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { LoadError } from '../ui/load-error.tsx';
import { FoundText } from './found-text.tsx';
import type { useSearch } from './use-search.ts';

interface Props {
  readonly address: SearchAddress;
  readonly search: ReturnType<typeof useSearch>;
  readonly query: string;
  readonly isStale: boolean;
  readonly isEmpty: boolean;
  /** The member comes back from a ticket. */
  readonly isBack: boolean;
  readonly opensFirst: boolean;
  readonly entersFirst: boolean;
  readonly onFocusLost: () => void;
}

const SKELETONS = ['first', 'second', 'third', 'fourth'];

/** Shows rows of the queue, or why nothing was found. */
export function SearchResults(props: Props) {
  const { address, search, query, isStale, isEmpty, isBack, opensFirst, entersFirst, onFocusLost } = props;
  const { t } = useText();
  const navigate = useNavigate();
  const names = useQueueNames();
  const { shown, error, players, count, hasMore } = search;
  const refused = fieldError(error, 'q');
  // The id belongs to a player, so there is no ticket.
  const isPlayer = players.length > 0 && count === 0 && !hasMore;
  return (
    <>
      {isEmpty && (
        <EmptyState icon={<IconMessageSearch aria-hidden />} title={t('search.empty')}>
          {t('search.empty.text')}
        </EmptyState>
      )}
      {query !== '' && shown !== undefined && !isPlayer && (
        <div className="search-rows" data-stale={isStale || undefined}>
          <QueuePanel
            // A new query resets the state.
            key={`${shown.key} ${address.saved ?? ''}`}
            query={shown.query}
            names={names}
            count={undefined}
            label={t('search.results')}
            RowText={FoundText}
            restores={isBack}
            opensFirst={opensFirst}
            entersFirst={entersFirst}
            empty={
              <EmptyState icon={<IconSearchOff aria-hidden />} title={t('search.none')}>
                {t('search.none.text')}
              </EmptyState>
            }
            onView={(view) =>
              void navigate({ to: '/queue', search: parseQueueSearch({ project: address.project, view }) })
            }
            onLeave={onFocusLost}
          />
        </div>
      )}
      {query !== '' && shown === undefined && error === null && (
        <div className="search-list" aria-hidden>
          {SKELETONS.map((name) => (
            <div key={name} className="search-skeleton">
              <Skeleton height={12} width="40%" />
              <Skeleton height={10} width="85%" />
            </div>
          ))}
        </div>
      )}
      {query !== '' && refused !== undefined && <p role="alert">{refused}</p>}
      {query !== '' && error !== null && refused === undefined && (
        <LoadError
          error={error}
          onRetry={() => {
            void search.refetch();
            onFocusLost();
          }}
        />
      )}
      {query !== '' && !search.isComplete && <p className="search-note">{t('search.incomplete')}</p>}
    </>
  );
}
