import { Button, CloseButton, Group } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import type { QueueSearch } from '../../data/queue/queue-search.ts';
import type { QueueNames } from '../../data/queue/use-queue-names.ts';
import { useText } from '../../i18n/text.ts';
import { holdKeys } from '../../ui/held-keys.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { useFilterText } from './use-filter-text.ts';
import { nestedOf } from './view-search.ts';

const FilterDialog = lazyComponent(async () => (await import('./filter-dialog.tsx')).FilterDialog);

interface Props {
  /** What the list shows: see `OpenView`. */
  readonly search: QueueSearch;
  readonly saved: string | undefined;
  readonly names: QueueNames;
  readonly onChange: (search: QueueSearch) => void;
}

/** Shows the nested filter in words, with buttons to change and to remove it. */
export function NestedFilterChip({ search, saved, names, onChange }: Props) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const filter = nestedOf(search);
  const text = useFilterText(names, filter);
  return (
    <Group gap={4} wrap="nowrap" className="nested-filter">
      <Button
        className="nested-filter-text"
        variant="default"
        size="compact-sm"
        leftSection={<IconFilter size={14} aria-hidden />}
        title={text}
        aria-label={t('views.filter.change', { filter: text })}
        onClick={() => {
          holdKeys();
          setOpen(true);
        }}
      >
        {text}
      </Button>
      {saved === undefined && (
        <CloseButton
          size="sm"
          aria-label={t('views.filter.remove', { filter: text })}
          onClick={() => onChange({ ...search, filter: undefined })}
        />
      )}
      {isOpen && (
        <FilterDialog
          filter={filter}
          names={names}
          onClose={() => setOpen(false)}
          onApply={(next) => onChange({ ...search, filter: JSON.stringify(next), saved })}
        />
      )}
    </Group>
  );
}
