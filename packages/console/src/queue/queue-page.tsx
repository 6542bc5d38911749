import '../parts/ticket-list/queue.css';
import '../parts/ticket-list/queue-row.css';
import { Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { viewsQuery } from '../data/queries/views.ts';
import {
  activeFilters,
  inView,
  parseQueueSearch,
  type QueueSearch,
  queueQuery,
  withoutFilters,
  withoutSaved,
} from '../data/queue/queue-search.ts';
import { countText, useHeldCount, useTicketCounts } from '../data/queue/ticket-counts.ts';
import { useQueueNames } from '../data/queue/use-queue-names.ts';
import { useMember } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { HoldingBanner } from '../parts/storm/holding-banner.tsx';
import { QueuePanel } from '../parts/ticket-list/queue-panel.tsx';
import { ViewBar } from '../parts/views/view-bar.tsx';
import { openView } from '../parts/views/view-search.ts';
import { holdKeys } from '../ui/held-keys.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { Page } from '../ui/page.tsx';
import { PageSkeleton } from '../ui/page-skeleton.tsx';
import { useFirstSteps } from './first-steps/use-first-steps.ts';
import { FilterChips, QueueFilters } from './queue-filters.tsx';

// Few addresses have a nested filter.
const NestedFilterChip = lazyComponent(
  async () => (await import('../parts/views/nested-filter-chip.tsx')).NestedFilterChip,
);
const UnavailableView = lazyComponent(
  async () => (await import('../parts/views/unavailable-view.tsx')).UnavailableView,
);
const EmptyQueue = lazyComponent(async () => (await import('./empty-queue.tsx')).EmptyQueue);
const HeldPanel = lazyComponent(async () => (await import('../parts/storm/held-panel.tsx')).HeldPanel);
const FirstStepsCard = lazyComponent(async () => (await import('./first-steps/first-steps-card.tsx')).FirstStepsCard);

export function QueuePage() {
  const { t, language } = useText();
  const member = useMember();
  const navigate = useNavigate();
  const address = useSearch({ from: '/shell/queue' });
  const { data: saved } = useQuery({ ...viewsQuery, enabled: address.saved !== undefined });
  const { search, view: savedView, unavailable } = useMemo(() => openView(address, saved?.views), [address, saved]);
  const names = useQueueNames();
  const [filtersOpen, filters] = useDisclosure(false, { onOpen: holdKeys });
  const query = useMemo(() => queueQuery(search, member.id), [search, member.id]);
  const { counts, isOld } = useTicketCounts(search);
  const held = useHeldCount(search);
  const hasFields = activeFilters(search).length > 0;
  const isFiltered = hasFields || search.filter !== undefined;
  // The steps need the count of all tickets.
  const steps = useFirstSteps(isFiltered || search.project !== undefined || isOld ? undefined : counts?.all?.count);
  const go = (next: QueueSearch) => void navigate({ to: '/queue', search: next });
  // The closing dialog still has unsaved input.
  const goFromDialog = (next: QueueSearch) =>
    void navigate({ to: '/queue', search: parseQueueSearch(next), ignoreBlocker: true });
  const view = search.view ?? 'attention';
  const count = counts?.[view];
  const project = search.project === undefined ? undefined : names.projectName(search.project);
  const onlyProject = names.projects?.length === 1 ? names.projects[0]?.id : undefined;
  const heldProject = search.project ?? onlyProject;
  return (
    <div className="queue">
      <Page
        title={savedView?.name ?? t(`view.${view}`)}
        note={
          <Text c="dimmed" aria-live="polite" className="queue-total">
            <span data-old={isOld || undefined}>
              {count !== undefined && t('queue.list.count', { count: count.count, total: countText(count, language) })}
            </span>
            {/* On a phone the navigation is hidden. */}
            {project !== undefined && (
              <Text span hiddenFrom="sm">
                {' · '}
                <bdi>{project}</bdi>
              </Text>
            )}
          </Text>
        }
        actions={
          unavailable === undefined && (
            <Group gap="xs">
              <ViewBar search={search} view={savedView} names={names} onChange={goFromDialog} />
              <QueueFilters
                search={address}
                names={names}
                onChange={go}
                opened={filtersOpen}
                onOpenedChange={(opened) => (opened ? filters.open() : filters.close())}
              />
            </Group>
          )
        }
      >
        <FilterChips search={address} names={names} onChange={go} />
        {search.filter !== undefined && unavailable === undefined && (
          <NestedFilterChip search={search} saved={address.saved} names={names} onChange={goFromDialog} />
        )}
        {steps.length > 0 && <FirstStepsCard steps={steps} isCompact={counts?.all?.count !== 0} />}
        <HoldingBanner search={search} names={names} held={held} />
        {view === 'held' && heldProject !== undefined && (
          <HeldPanel
            projectId={heldProject}
            shownText={search.text}
            onShowText={(text) => go(parseQueueSearch({ ...search, text }))}
          />
        )}
        {view === 'held' && heldProject === undefined && (count?.count ?? 0) > 0 && (
          <Text size="sm" c="dimmed" mt="xs">
            {t('storm.panel.choose')}
          </Text>
        )}
        {unavailable === 'loading' && <PageSkeleton />}
        {(unavailable === 'missing' || unavailable === 'invalid') && (
          <UnavailableView reason={unavailable} onLeave={() => go(withoutSaved({ ...address, view: undefined }))} />
        )}
        {unavailable === undefined && (
          <QueuePanel
            // A new query resets the state.
            key={JSON.stringify(query)}
            query={query}
            names={names}
            // A count of other filters would be wrong.
            count={isOld ? undefined : count}
            label={t('queue.list.label', { view: savedView?.name ?? t(`view.${view}`) })}
            empty={
              <EmptyQueue
                view={view}
                isFiltered={isFiltered}
                hasTickets={isOld || counts?.all === undefined || counts.all.count > 0}
                // A saved view keeps its own filter.
                onClear={savedView === undefined || hasFields ? () => go(withoutFilters(address)) : undefined}
              />
            }
            onFilter={filters.open}
            onView={(next) => go(inView(address, next))}
            sorting={{ sort: query.sort, onSort: (sort) => go(parseQueueSearch({ ...address, sort })) }}
          />
        )}
      </Page>
    </div>
  );
}
