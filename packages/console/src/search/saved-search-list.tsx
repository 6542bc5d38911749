import type { TicketStatus } from '@player-support/contract/enums';
import { IconBookmark, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useText } from '../i18n/text.ts';
import { addressOf, type SavedSearch } from './saved-search.ts';
import type { SearchNames } from './use-search-names.ts';

interface Props {
  readonly listId: string;
  readonly optionId: (id: string) => string;
  readonly active: string | undefined;
  readonly names: SearchNames;
  readonly searches: readonly SavedSearch[];
  readonly onPoint: (id: string) => void;
  /** The link of the opened search goes away. */
  readonly onOpened: () => void;
}

/** Shows links in place of the empty search. */
export function SavedSearchList({ listId, optionId, active, names, searches, onPoint, onOpened }: Props) {
  const { t } = useText();
  const factsOf = (saved: SavedSearch) => {
    const { project, status, type, filter } = addressOf(saved);
    return [
      saved.q,
      ...(project === undefined ? [] : [names.projectName(project) ?? project]),
      ...(status === undefined ? [] : [t(`status.${status satisfies TicketStatus}`)]),
      ...(type === undefined ? [] : [names.types.get(type) ?? type]),
      ...(filter === undefined ? [] : [t('search.saved.filtered')]),
      ...(saved.role === null ? [] : [t('search.saved.shared', { role: t(`role.${saved.role}`) })]),
    ];
  };
  return (
    <>
      <h2 className="search-heading">{t('search.saved')}</h2>
      <div id={listId} role="listbox" aria-label={t('search.saved')} className="search-list">
        {searches.map((saved) => {
          const Icon = saved.role === null ? IconBookmark : IconUsers;
          return (
            <Link
              key={saved.id}
              id={optionId(saved.id)}
              role="option"
              aria-selected={saved.id === active}
              tabIndex={-1}
              className="search-option"
              to="/search"
              search={addressOf(saved)}
              replace
              onPointerMove={() => onPoint(saved.id)}
              onClick={onOpened}
            >
              <span className="search-icon">
                <Icon size={16} aria-hidden />
              </span>
              <span className="search-texts">
                <span className="search-subject" dir="auto">
                  {saved.name}
                </span>
                <span className="search-facts">
                  {factsOf(saved).map((fact, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: facts have no ids and keep their places
                    <bdi key={index}>{fact}</bdi>
                  ))}
                </span>
              </span>
            </Link>
          );
        })}
      </div>
    </>
  );
}
