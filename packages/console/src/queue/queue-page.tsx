import './queue.css';
import './queue-row.css';
import { Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Page } from '../app/page.tsx';
import { useMember } from '../app/session.ts';
import { useFirstSteps } from '../first-steps/use-first-steps.ts';
import { useText } from '../i18n/text.ts';
import { HoldingBanner } from '../storm/holding-banner.tsx';
import { holdKeys } from '../ui/held-keys.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { FilterChips, QueueFilters } from './queue-filters.tsx';
import { QueuePanel } from './queue-panel.tsx';
import {
  activeFilters,
  inView,
  parseQueueSearch,
  type QueueSearch,
  queueQuery,
  withoutFilters,
} from './queue-search.ts';
import { countText, useTicketCounts } from './ticket-counts.ts';
import { useQueueNames } from './use-queue-names.ts';

const HeldPanel = lazyComponent(async () => (await import('../storm/held-panel.tsx')).HeldPanel);
const FirstStepsCard = lazyComponent(async () => (await import('../first-steps/first-steps-card.tsx')).FirstStepsCard);

/** The queue: its filters and the list of tickets. */
export function QueuePage() {
  const { t, language } = useText();
  const member = useMember();
  const navigate = useNavigate();
  const search = useSearch({ from: '/shell/queue' });
  const names = useQueueNames();
  const [filtersOpen, filters] = useDisclosure(false, { onOpen: holdKeys });
  const query = useMemo(() => queueQuery(search, member.id), [search, member.id]);
  const { counts, isOld } = useTicketCounts(search);
  const isFiltered = activeFilters(search).length > 0;
  // They need the count of all tickets.
  const steps = useFirstSteps(isFiltered || search.project !== undefined || isOld ? undefined : counts?.all?.count);
  const go = (next: QueueSearch) => void navigate({ to: '/queue', search: next });
  const view = search.view ?? 'attention';
  const count = counts?.[view];
  const project = search.project === undefined ? undefined : names.projectName(search.project);
  const onlyProject = names.projects?.length === 1 ? names.projects[0]?.id : undefined;
  const heldProject = search.project ?? onlyProject;
  return (
    <div className="queue">
      <Page
        title={t(`view.${view}`)}
        note={
          <Text c="dimmed" aria-live="polite" className="queue-total" data-old={isOld || undefined}>
            <span>
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
          <QueueFilters
            search={search}
            names={names}
            onChange={go}
            opened={filtersOpen}
            onOpenedChange={(opened) => (opened ? filters.open() : filters.close())}
          />
        }
      >
        <FilterChips search={search} names={names} onChange={go} />
        {steps.length > 0 && <FirstStepsCard steps={steps} isCompact={counts?.all?.count !== 0} />}
        <HoldingBanner search={search} names={names} held={counts?.held} />
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
        <QueuePanel
          // The key resets the state when the query changes.
          key={JSON.stringify(query)}
          query={query}
          names={names}
          counts={counts}
          isFiltered={isFiltered}
          onClearFilters={() => go(withoutFilters(search))}
          onFilter={filters.open}
          onView={(next) => go(inView(search, next))}
          onSort={(sort) => go(parseQueueSearch({ ...search, sort }))}
        />
      </Page>
    </div>
  );
}
