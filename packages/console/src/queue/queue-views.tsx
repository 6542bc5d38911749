import './queue-views.css';
import { TICKET_VIEWS, type TicketView } from '@player-support/contract/enums';
import { IconInbox, IconStack2, IconUser, IconUserQuestion } from '@tabler/icons-react';
import { useQueueLocation } from '../data/queue/queue-location.ts';
import { inView, withoutSaved } from '../data/queue/queue-search.ts';
import { countText, useHeldCount, useTicketCounts } from '../data/queue/ticket-counts.ts';
import { useText } from '../i18n/text.ts';
import { SavedViewLinks } from '../parts/views/saved-view-links.tsx';
import { NavigationLink } from '../ui/link.tsx';
import { STATE_ICONS } from '../ui/ticket-icons.tsx';
import { ProjectSwitcher } from './project-switcher.tsx';

const ICONS = {
  ...STATE_ICONS,
  attention: IconInbox,
  mine: IconUser,
  unassigned: IconUserQuestion,
  all: IconStack2,
} as const satisfies Record<TicketView, unknown>;

export function QueueViews() {
  const { t, language } = useText();
  const { search, isOpen } = useQueueLocation();
  const { counts, isOld } = useTicketCounts(withoutSaved(search));
  const held = useHeldCount(search);
  const current = isOpen && search.saved === undefined ? (search.view ?? 'attention') : undefined;
  return (
    <>
      <ProjectSwitcher search={search} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls */}
      <div role="group" aria-label={t('nav.views')}>
        {TICKET_VIEWS.filter((view) => view !== 'held' || view === current || (held?.count ?? 0) > 0).map((view) => {
          const Icon = ICONS[view];
          return (
            <NavigationLink
              key={view}
              to="/queue"
              search={inView(search, view)}
              // The router would compare the whole search.
              activeProps={{}}
              activeOptions={{ exact: true }}
              active={view === current}
              aria-current={view === current ? 'page' : undefined}
              label={t(`view.${view}`)}
              leftSection={<Icon size={18} aria-hidden />}
              rightSection={
                <span className="nav-count" data-old={isOld || undefined}>
                  {countText(counts?.[view], language)}
                </span>
              }
            />
          );
        })}
      </div>
      <SavedViewLinks currentId={isOpen ? search.saved : undefined} />
    </>
  );
}
