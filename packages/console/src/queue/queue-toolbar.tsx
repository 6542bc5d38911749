import { Button, Group, Text } from '@mantine/core';
import { PRIORITIES, TICKET_STATUSES, type TicketSort } from '@player-support/contract/enums';
import type { MemberResponse } from '@player-support/contract/team/members';
import { IconBug, IconCircleCheck, IconFlag, IconMoon, IconTag, IconUserPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../i18n/text.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { LazyMenu, type MenuEntry } from '../ui/lazy-menu.tsx';
import type { QueueRow } from './queue-rows.ts';
import type { QueueQuery } from './queue-search.ts';
import { SortMenu } from './sort-menu.tsx';
import type { QueueAction } from './use-queue-actions.ts';

const HeldBulkActions = lazyComponent(async () => (await import('../storm/held-bulk-actions.tsx')).HeldBulkActions);

interface Props {
  readonly query: QueueQuery;
  /** The number of tickets in the view, as on its link in the navigation. Empty: not known. */
  readonly total: string;
  readonly selectableCount: number;
  readonly selectedCount: number;
  /** How many selected tickets are folded into another row. */
  readonly foldedCount: number;
  readonly member: MemberResponse;
  readonly canChange: boolean;
  readonly onSelectAll: (all: boolean) => void;
  readonly onAction: (action: QueueAction) => void;
  readonly onSort: (sort: TicketSort) => void;
  /** The selected tickets, if they are held: these can only be released or deleted. */
  readonly held: readonly QueueRow[] | undefined;
  readonly sortOpen: boolean;
  readonly onSortOpenChange: (opened: boolean) => void;
}

/** The number of selected tickets, the actions for them, and the order of the list. */
export function QueueToolbar(props: Props) {
  const { query, total, selectableCount, selectedCount, foldedCount, member, canChange, onAction } = props;
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
      {hasSelection && (
        <Group gap={4} wrap="nowrap" role="group" aria-label={t('queue.bulk.actions')} className="queue-bulk">
          {props.held !== undefined && <HeldBulkActions tickets={props.held} onDone={() => props.onSelectAll(false)} />}
          {props.held === undefined && (
            <>
              <BulkMenu
                label={t('queue.bulk.assign')}
                icon={<IconUserPlus size={16} aria-hidden />}
                entries={[
                  { label: t('queue.assignee.me'), run: () => onAction({ change: { assigneeId: member.id } }) },
                  { label: t('label.nobody'), run: () => onAction({ change: { assigneeId: null } }) },
                  { label: t('queue.assign.other'), run: () => onAction({ dialog: 'assign' }) },
                ]}
              />
              <Button
                variant="subtle"
                size="compact-sm"
                leftSection={<IconTag size={16} aria-hidden />}
                onClick={() => onAction({ dialog: 'tags' })}
              >
                {t('label.tags')}
              </Button>
              <Button
                variant="subtle"
                size="compact-sm"
                leftSection={<IconBug size={16} aria-hidden />}
                title="I"
                onClick={() => onAction({ dialog: 'link' })}
              >
                {t('queue.filter.issue')}
              </Button>
              <BulkMenu
                label={t('label.priority')}
                icon={<IconFlag size={16} aria-hidden />}
                entries={PRIORITIES.toReversed().map((priority) => ({
                  label: t(`priority.${priority}`),
                  run: () => onAction({ change: { priority } }),
                }))}
              />
              <Button
                variant="subtle"
                size="compact-sm"
                leftSection={<IconMoon size={16} aria-hidden />}
                title="Z"
                onClick={() => onAction({ dialog: 'snooze' })}
              >
                {t('snooze.action')}
              </Button>
              <BulkMenu
                label={t('label.status')}
                icon={<IconCircleCheck size={16} aria-hidden />}
                entries={TICKET_STATUSES.map((status) => ({
                  label: t(`status.${status}`),
                  run: () => onAction({ change: { status } }),
                }))}
              />
            </>
          )}
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconX size={16} aria-hidden />}
            onClick={() => props.onSelectAll(false)}
          >
            {t('queue.bulk.none')}
          </Button>
        </Group>
      )}
      <SortMenu
        view={query.view}
        sort={query.sort}
        onSort={props.onSort}
        opened={props.sortOpen}
        onOpenedChange={props.onSortOpenChange}
      />
    </div>
  );
}

interface BulkMenuProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly entries: readonly MenuEntry[];
}

function BulkMenu({ label, icon, entries }: BulkMenuProps) {
  return (
    <LazyMenu
      position="bottom-start"
      // The toolbar would clip it.
      withinPortal
      entries={entries}
      button={(trigger) => (
        <Button {...trigger} variant="subtle" size="compact-sm" leftSection={icon}>
          {label}
        </Button>
      )}
    />
  );
}
