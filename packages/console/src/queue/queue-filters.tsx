import { Button, Group } from '@mantine/core';
import { IconFilter, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { knownIssueQuery } from '../data/queries/known-issues.ts';
import { activeFilters, withoutFilters } from '../data/queue/queue-search.ts';
import { useText } from '../i18n/text.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import type { PopupProps } from '../ui/popup-target.tsx';
import { useLazyPopup } from '../ui/use-lazy-popup.ts';
import type { FilterProps } from './filter-fields.tsx';
import { useValueText } from './filter-value.ts';

// The form fields are 42 KB of JavaScript (gzip).
const FiltersPopover = lazyComponent(async () => (await import('./filters-popover.tsx')).FiltersPopover);

export function FilterChips({ search, names, onChange }: FilterProps) {
  const { t } = useText();
  const valueText = useValueText(names);
  const active = activeFilters(search);
  const { issue } = search;
  const { data } = useQuery({ ...knownIssueQuery(issue ?? ''), enabled: issue !== undefined });
  if (active.length === 0) return null;
  return (
    <Group gap={6} role="group" aria-label={t('queue.filters.active')}>
      {active.map(({ filter, value }) => {
        const text = `${t(`queue.filter.${filter}`)}: ${filter === 'issue' ? (data?.title ?? '…') : valueText(filter, value)}`;
        return (
          <Button
            key={filter}
            className="queue-chip"
            variant="default"
            size="compact-sm"
            rightSection={<IconX size={14} aria-hidden />}
            title={text}
            aria-label={t('queue.filters.remove', { filter: text })}
            onClick={() => onChange({ ...search, [filter]: undefined })}
          >
            {text}
          </Button>
        );
      })}
      <Button variant="subtle" size="compact-sm" onClick={() => onChange(withoutFilters(search))}>
        {t('queue.filters.clear')}
      </Button>
    </Group>
  );
}

export function QueueFilters({
  opened,
  onOpenedChange,
  ...props
}: FilterProps & Pick<PopupProps, 'opened' | 'onOpenedChange'>) {
  const { t } = useText();
  const count = activeFilters(props.search).length;
  const { trigger, target, id, isNeeded } = useLazyPopup({ opened, onOpenedChange, popup: 'dialog' });
  return (
    <>
      <Button
        {...trigger}
        className="queue-filter"
        variant={count > 0 ? 'light' : 'default'}
        leftSection={<IconFilter size={16} aria-hidden />}
      >
        {count > 0 ? t('queue.filters.count', { count }) : t('queue.filters.open')}
      </Button>
      {isNeeded && (
        <FiltersPopover {...props} id={id} target={target} opened={opened} onOpenedChange={onOpenedChange} />
      )}
    </>
  );
}
