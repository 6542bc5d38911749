import { regional } from '../../i18n/language.ts';
import './holding-banner.css';
import type { TicketCountsResponse } from '@player-support/contract/team/queue';
import { IconHandStop } from '@tabler/icons-react';
import { inView, type QueueSearch, withoutFilters } from '../../data/queue/queue-search.ts';
import { countText } from '../../data/queue/ticket-counts.ts';
import type { QueueNames } from '../../data/queue/use-queue-names.ts';
import { useText } from '../../i18n/text.ts';
import { AnchorLink } from '../../ui/link.tsx';

const DAY_MS = 86_400_000;

/** Formats the time, with the day if it is older than 24 hours. */
function timeOf(at: string, language: string): string {
  const isRecent = Date.now() - Date.parse(at) < DAY_MS;
  const options = isRecent ? ({ timeStyle: 'short' } as const) : ({ timeStyle: 'short', dateStyle: 'medium' } as const);
  return new Intl.DateTimeFormat(regional(language), options).format(new Date(at));
}

interface Props {
  readonly search: QueueSearch;
  readonly names: QueueNames;
  readonly held: TicketCountsResponse['held'] | undefined;
}

/** Shows nothing if no tickets are held. */
export function HoldingBanner({ search, names, held }: Props) {
  const { t, language } = useText();
  const inScope = names.projects?.filter(({ id }) => search.project === undefined || id === search.project) ?? [];
  const holding = inScope.filter(({ holdingSince }) => holdingSince !== null);
  const since = holding.map(({ holdingSince }) => holdingSince ?? '').sort()[0];
  const count = held?.count ?? 0;
  if (holding.length === 0 && count === 0) return null;
  const target = withoutFilters(inView(search, 'held'));
  return (
    <section className="holding-banner" role="status" aria-label={t('view.held')}>
      <IconHandStop size={18} aria-hidden />
      <p>
        {since !== undefined && (
          <>
            {t('storm.holding', { projects: holding.map(({ name }) => name).join(', ') })}{' '}
            {t('storm.since', { time: timeOf(since, language) })}{' '}
          </>
        )}
        {count > 0 && t('storm.held', { count, total: countText(held, language) })}
      </p>
      {count > 0 && search.view !== 'held' && (
        <AnchorLink to="/queue" search={target} fz="sm" fw={600} underline="always">
          {t('storm.look')}
        </AnchorLink>
      )}
    </section>
  );
}
