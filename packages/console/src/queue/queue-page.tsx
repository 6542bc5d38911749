import './queue.css';
import './queue-row.css';
import { Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Page } from '../app/page.tsx';
import { useMember } from '../app/session.ts';
import { useFirstSteps } from '../first-steps/use-first-steps.ts';
import { useText } from '../i18n/text.ts';
import { holdKeys } from '../ui/held-keys.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { ticketCountsQuery } from './queries.ts';
import { FilterChips, QueueFilters } from './queue-filters.tsx';
import { QueuePanel } from './queue-panel.tsx';
import { activeFilters, parseQueueSearch, type QueueSearch, queueQuery } from './queue-search.ts';
import { QueueViewSelect, QueueViews } from './queue-views.tsx';
import { useQueueNames } from './use-queue-names.ts';

const FirstStepsCard = lazyComponent(async () => (await import('../first-steps/first-steps-card.tsx')).FirstStepsCard);

const MINUTE_MS = 60_000;

/** The queue: views, filters and the list of tickets. */
export function QueuePage() {
  const { t } = useText();
  const member = useMember();
  const navigate = useNavigate();
  const search = useSearch({ from: '/shell/queue' });
  const names = useQueueNames();
  const [filtersOpen, filters] = useDisclosure(false, { onOpen: holdKeys });
  const query = useMemo(() => queueQuery(search, member.id), [search, member.id]);
  const { data: counts, isPlaceholderData } = useQuery({
    ...ticketCountsQuery(search.project),
    refetchInterval: MINUTE_MS,
    placeholderData: keepPreviousData,
  });
  const isFiltered = activeFilters(search).length > 0;
  // The counts of a filtered queue are of one project only.
  const steps = useFirstSteps(isFiltered || isPlaceholderData ? undefined : counts);
  const go = (next: QueueSearch) => void navigate({ to: '/queue', search: next });
  const view = search.view ?? 'attention';
  return (
    <div className="queue">
      <QueueViews search={search} counts={counts} />
      <div className="queue-page">
        <Page
          title={t(`view.${view}`)}
          actions={
            <Group gap="xs" className="queue-actions">
              <QueueViewSelect search={search} counts={counts} />
              <QueueFilters
                search={search}
                names={names}
                onChange={go}
                opened={filtersOpen}
                onOpenedChange={(opened) => (opened ? filters.open() : filters.close())}
              />
            </Group>
          }
        >
          <FilterChips search={search} names={names} onChange={go} />
          {steps.length > 0 && <FirstStepsCard steps={steps} isCompact={counts?.all.count !== 0} />}
          <QueuePanel
            // The key resets the state when the query changes.
            key={JSON.stringify(query)}
            query={query}
            names={names}
            counts={counts}
            isFiltered={isFiltered}
            onClearFilters={() => go(parseQueueSearch({ view: search.view }))}
            onFilter={filters.open}
            onView={(next) => go(parseQueueSearch({ ...search, view: next }))}
          />
        </Page>
      </div>
    </div>
  );
}
