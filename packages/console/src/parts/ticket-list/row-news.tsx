import type { QueueRow } from '../../data/queue/queue-rows.ts';
import { useText } from '../../i18n/text.ts';

export const isSeen = ({ news }: QueueRow): boolean => news !== undefined && news.ofPlayer + news.ofTeam === 0;

/** Counts new messages of the player, or else those of other members. */
export function RowNews({ row: { news } }: { readonly row: QueueRow }) {
  const { t } = useText();
  if (news === undefined || news.ofPlayer + news.ofTeam === 0) return null;
  const { ofPlayer, ofTeam } = news;
  return (
    <span
      className="queue-row-new"
      data-of={ofPlayer > 0 ? 'player' : 'team'}
      title={[
        t('queue.row.new.hint'),
        ...(ofPlayer > 0 ? [t('queue.row.new.player', { count: ofPlayer })] : []),
        ...(ofTeam > 0 ? [t('queue.row.new.team', { count: ofTeam })] : []),
      ].join('\n')}
    >
      {ofPlayer > 0 ? t('queue.row.new', { count: ofPlayer }) : t('queue.row.new.team', { count: ofTeam })}
    </span>
  );
}
