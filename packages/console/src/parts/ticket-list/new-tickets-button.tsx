import { Button } from '@mantine/core';
import type { TicketCountsResponse } from '@player-support/contract/team/queue';
import { IconArrowUp } from '@tabler/icons-react';
import { countText } from '../../data/queue/ticket-counts.ts';
import { useText } from '../../i18n/text.ts';

interface Props {
  readonly count: TicketCountsResponse['all'] | undefined;
  readonly onShow: () => void;
}

export function NewTicketsButton({ count, onShow }: Props) {
  const { t, language } = useText();
  return (
    <div className="queue-arrived" role="status">
      {count !== undefined && count.count > 0 && (
        <Button size="compact-md" leftSection={<IconArrowUp size={16} aria-hidden />} onClick={onShow}>
          {t('queue.list.new', { count: count.count, total: countText(count, language) })}
        </Button>
      )}
    </div>
  );
}
