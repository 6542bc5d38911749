import { NativeSelect, Text } from '@mantine/core';
import { TICKET_VIEWS, type TicketView } from '@player-support/contract/enums';
import type { TicketCountsResponse } from '@player-support/contract/team/queue';
import { useNavigate } from '@tanstack/react-router';
import { useText } from '../i18n/text.ts';
import { NavigationLink } from '../ui/link.tsx';
import { parseQueueSearch, type QueueSearch } from './queue-search.ts';

interface Props {
  readonly search: QueueSearch;
  readonly counts: TicketCountsResponse | undefined;
}

/** The same filters in another view. */
export function inView(search: QueueSearch, view: TicketView): QueueSearch {
  return parseQueueSearch({ ...search, view });
}

function useCountText(counts: TicketCountsResponse | undefined) {
  const { language } = useText();
  return (view: TicketView) => {
    const count = counts?.[view];
    if (count === undefined) return '';
    return `${new Intl.NumberFormat(language).format(count.count)}${count.capped ? '+' : ''}`;
  };
}

/** The views, with the number of tickets in each. */
export function QueueViews({ search, counts }: Props) {
  const { t } = useText();
  const countText = useCountText(counts);
  const current = search.view ?? 'attention';
  return (
    <nav aria-label={t('queue.views')} className="queue-views">
      {TICKET_VIEWS.map((view) => (
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
          rightSection={
            <Text span size="xs" c="dimmed" className="queue-count">
              {countText(view)}
            </Text>
          }
        />
      ))}
    </nav>
  );
}

/** The views on a narrow screen. */
export function QueueViewSelect({ search, counts }: Props) {
  const { t } = useText();
  const navigate = useNavigate();
  const countText = useCountText(counts);
  return (
    <NativeSelect
      className="queue-view-select"
      aria-label={t('queue.views')}
      value={search.view ?? 'attention'}
      onChange={({ currentTarget }) =>
        void navigate({ to: '/queue', search: inView(search, currentTarget.value as TicketView) })
      }
      data={TICKET_VIEWS.map((view) => ({
        value: view,
        label: counts === undefined ? t(`view.${view}`) : `${t(`view.${view}`)} (${countText(view)})`,
      }))}
    />
  );
}
