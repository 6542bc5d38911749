import { Text } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useText } from '../../i18n/text.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import type { BulkActionsProps } from './bulk-actions.tsx';
import { SortMenu } from './sort-menu.tsx';

const BulkActions = lazyComponent(async () => (await import('./bulk-actions.tsx')).BulkActions);

interface Props extends BulkActionsProps {
  /** As on the view's link. Empty: unknown. */
  readonly total: string;
  readonly selectableCount: number;
  readonly selectedCount: number;
  /** Selected tickets that are folded into another row. */
  readonly foldedCount: number;
  readonly canChange: boolean;
  /** Undefined: the list has one order. */
  readonly sort: ComponentProps<typeof SortMenu> | undefined;
}

export function QueueToolbar(props: Props) {
  const { total, selectableCount, selectedCount, foldedCount, canChange } = props;
  const { t } = useText();
  const hasSelection = selectedCount > 0;
  return (
    <div className="queue-toolbar">
      {canChange && (
        <label className="queue-row-check">
          <input
            type="checkbox"
            ref={(input) => {
              if (input !== null) input.indeterminate = hasSelection && selectedCount < selectableCount;
            }}
            checked={hasSelection && selectedCount === selectableCount}
            disabled={selectableCount === 0}
            aria-label={t('queue.bulk.all')}
            onChange={() => props.onSelectAll(!hasSelection)}
          />
        </label>
      )}
      <Text size="xs" c="dimmed" className="queue-toolbar-text" aria-live="polite">
        {hasSelection && total !== '' && t('queue.bulk.selected', { count: selectedCount, total })}
        {hasSelection && total === '' && t('queue.bulk.selected.only', { count: selectedCount })}
        {foldedCount > 0 && t('queue.bulk.folded', { count: foldedCount })}
      </Text>
      {hasSelection && <BulkActions {...props} />}
      {props.sort !== undefined && <SortMenu {...props.sort} />}
    </div>
  );
}
