import { Button, Group, Popover } from '@mantine/core';
import { activeFilters, withoutFilters } from '../data/queue/queue-search.ts';
import { useText } from '../i18n/text.ts';
import { type PopupProps, PopupTarget, useOpenedAfterMount } from '../ui/popup-target.tsx';
import { FilterFields, type FilterProps } from './filter-fields.tsx';

/** Filters apply at once. */
export function FiltersPopover({ id, target, opened, onOpenedChange, ...fields }: FilterProps & PopupProps) {
  const { t } = useText();
  return (
    <Popover
      id={id}
      opened={useOpenedAfterMount(opened)}
      onChange={onOpenedChange}
      onDismiss={() => onOpenedChange(false)}
      position="bottom-end"
      width="min(25rem, calc(100vw - 1rem))"
      trapFocus
      returnFocus
      shadow="md"
      withinPortal
    >
      <Popover.Target>
        <PopupTarget target={target} />
      </Popover.Target>
      <Popover.Dropdown className="queue-filters" aria-label={t('queue.filters.open')}>
        <FilterFields {...fields} />
        <Group justify="space-between" mt="md">
          <Button
            variant="subtle"
            disabled={activeFilters(fields.search).length === 0}
            onClick={() => fields.onChange(withoutFilters(fields.search))}
          >
            {t('queue.filters.clear')}
          </Button>
          <Button onClick={() => onOpenedChange(false)}>{t('action.done')}</Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
