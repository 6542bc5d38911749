import { Button, Group } from '@mantine/core';
import { PRIORITIES, TICKET_STATUSES } from '@player-support/contract/enums';
import type { MemberResponse } from '@player-support/contract/team/members';
import { IconBug, IconCircleCheck, IconFlag, IconMoon, IconTag, IconUserPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { QueueRow } from '../../data/queue/queue-rows.ts';
import { useText } from '../../i18n/text.ts';
import { titleWithKeys } from '../../ui/key-labels.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { LazyMenu, type MenuEntry } from '../../ui/lazy-menu.tsx';
import { type Matching, SelectMatching } from './select-matching.tsx';
import type { QueueAction } from './use-queue-actions.ts';

const HeldBulkActions = lazyComponent(async () => (await import('../storm/held-bulk-actions.tsx')).HeldBulkActions);

export interface BulkActionsProps {
  readonly matching: Matching;
  readonly member: MemberResponse;
  readonly onSelectAll: (all: boolean) => void;
  readonly onAction: (action: QueueAction) => void;
  /** Held tickets can only be released or deleted. */
  readonly held: readonly QueueRow[] | undefined;
}

export function BulkActions({ matching, member, held, onSelectAll, onAction }: BulkActionsProps) {
  const { t } = useText();
  return (
    <>
      <Group gap={4} wrap="nowrap" role="group" aria-label={t('queue.bulk.actions')} className="queue-bulk">
        {held !== undefined && <HeldBulkActions tickets={held} onDone={() => onSelectAll(false)} />}
        {held === undefined && (
          <>
            <BulkMenu
              label={t('label.status')}
              icon={<IconCircleCheck size={16} aria-hidden />}
              entries={TICKET_STATUSES.map((status) => ({
                label: t(`status.${status}`),
                run: () => onAction({ change: { status } }),
              }))}
            />
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
              title={titleWithKeys(t('label.tags'), 'T')}
              onClick={() => onAction({ dialog: 'tags' })}
            >
              {t('label.tags')}
            </Button>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconBug size={16} aria-hidden />}
              title={titleWithKeys(t('queue.filter.issue'), 'I')}
              onClick={() => onAction({ dialog: 'link' })}
            >
              {t('queue.filter.issue')}
            </Button>
            <BulkMenu
              label={t('label.priority')}
              keys="P"
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
              title={titleWithKeys(t('snooze.action'), 'Z')}
              onClick={() => onAction({ dialog: 'snooze' })}
            >
              {t('snooze.action')}
            </Button>
          </>
        )}
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconX size={16} aria-hidden />}
          title={titleWithKeys(t('queue.bulk.none'), 'Esc')}
          onClick={() => onSelectAll(false)}
        >
          {t('queue.bulk.none')}
        </Button>
      </Group>
      {held === undefined && <SelectMatching {...matching} />}
    </>
  );
}

interface BulkMenuProps {
  readonly label: string;
  /** Its key in the queue, if it has one. */
  readonly keys?: string;
  readonly icon: ReactNode;
  readonly entries: readonly MenuEntry[];
}

function BulkMenu({ label, keys, icon, entries }: BulkMenuProps) {
  return (
    <LazyMenu
      position="bottom-start"
      // The toolbar would clip it.
      withinPortal
      entries={entries}
      button={(trigger) => (
        <Button
          {...trigger}
          variant="subtle"
          size="compact-sm"
          leftSection={icon}
          title={keys === undefined ? label : titleWithKeys(label, keys)}
        >
          {label}
        </Button>
      )}
    />
  );
}
