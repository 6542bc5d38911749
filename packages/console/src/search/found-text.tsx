import type { QueueRow } from '../data/queue/queue-rows.ts';
import { useText } from '../i18n/text.ts';
import { Time } from '../ui/time.tsx';
import { MarkedText } from './marked-text.tsx';
import { nearMark } from './near-mark.ts';

interface Props {
  readonly row: QueueRow;
  readonly of: 'subject' | 'preview';
}

/** Shows the subject, or below it the matching text. */
export function FoundText({ row, of }: Props) {
  const { t } = useText();
  const { match } = row;
  if (of === 'subject') return match?.source === 'subject' ? <MarkedText {...match} /> : row.subject;
  if (match === undefined || match.source === 'id' || match.source === 'subject') return row.lastMessagePreview;
  return (
    <>
      {match.source !== 'message' && <bdi className="search-source">{t(`search.source.${match.source}`)}</bdi>}{' '}
      {match.createdAt !== row.lastMessageAt && (
        <bdi className="search-time">
          <Time at={match.createdAt} />
        </bdi>
      )}{' '}
      <MarkedText {...nearMark(match)} />
    </>
  );
}
