import { Button } from '@mantine/core';
import { sortsOf, type TicketSort, type TicketView } from '@player-support/contract/enums';
import { IconArrowsSort } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';
import { LazyMenu } from '../../ui/lazy-menu.tsx';

interface Props {
  readonly view: TicketView;
  readonly sort: TicketSort;
  readonly onSort: (sort: TicketSort) => void;
  readonly opened: boolean;
  readonly onOpenedChange: (opened: boolean) => void;
}

export function SortMenu({ view, sort, onSort, opened, onOpenedChange }: Props) {
  const { t } = useText();
  const text = t(`queue.sort.${sort}`);
  return (
    <LazyMenu
      opened={opened}
      onOpenedChange={onOpenedChange}
      position="bottom-end"
      entries={[
        {
          options: sortsOf(view).map((value) => ({ value, label: t(`queue.sort.${value}`) })),
          value: sort,
          onChange: (value) => onSort(value as TicketSort),
          closeOnClick: true,
        },
      ]}
      button={(trigger) => (
        <Button
          {...trigger}
          className="queue-sort"
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconArrowsSort size={16} aria-hidden />}
          aria-label={t('queue.sort.now', { sort: text })}
          title={text}
        >
          {text}
        </Button>
      )}
    />
  );
}
