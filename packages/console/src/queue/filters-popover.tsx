import { Button, Group, Popover } from '@mantine/core';
import type { RefObject } from 'react';
import { useText } from '../i18n/text.ts';
import { Anchor, useOpenedAfterwards } from '../ui/anchor.tsx';
import { FilterFields, type FilterProps } from './filter-fields.tsx';
import { activeFilters, parseQueueSearch } from './queue-search.ts';

interface Props extends FilterProps {
  readonly id: string;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly opened: boolean;
  readonly onOpened: (opened: boolean) => void;
}

/** The fields of the filters, under their button. What is chosen holds at once. */
export function FiltersPopover({ id, anchor, opened, onOpened, ...fields }: Props) {
  const { t } = useText();
  return (
    <Popover
      id={id}
      opened={useOpenedAfterwards(opened)}
      onChange={onOpened}
      onDismiss={() => onOpened(false)}
      position="bottom-end"
      width="min(25rem, calc(100vw - 1rem))"
      trapFocus
      returnFocus
      shadow="md"
      withinPortal
    >
      <Popover.Target>
        <Anchor to={anchor} />
      </Popover.Target>
      <Popover.Dropdown className="queue-filters" aria-label={t('queue.filters.open')}>
        <FilterFields {...fields} />
        <Group justify="space-between" mt="md">
          <Button
            variant="subtle"
            disabled={activeFilters(fields.search).length === 0}
            onClick={() => fields.onChange(parseQueueSearch({ view: fields.search.view }))}
          >
            {t('queue.filters.clear')}
          </Button>
          <Button onClick={() => onOpened(false)}>{t('queue.filters.close')}</Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
