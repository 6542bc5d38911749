import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useText } from '../i18n/text.ts';

/** Shows the tickets that are new since the list was loaded. */
export function NewTicketsButton({ count, onShow }: { readonly count: number; readonly onShow: () => void }) {
  const { t } = useText();
  return (
    <div className="queue-arrived" role="status">
      {count > 0 && (
        <Button size="compact-md" leftSection={<IconArrowUp size={16} aria-hidden />} onClick={onShow}>
          {t('queue.list.new', { count })}
        </Button>
      )}
    </div>
  );
}
