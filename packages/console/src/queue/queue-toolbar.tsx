import { Button, Group, Menu, Progress, Text, VisuallyHidden } from '@mantine/core';
import type { MemberResponse } from '@player-support/contract/accounts';
import { PRIORITIES, TICKET_STATUSES } from '@player-support/contract/words';
import { IconCircleCheck, IconFlag, IconTag, IconUserPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../text.ts';
import type { TicketChange } from './queue-rows.ts';

interface Props {
  readonly rowCount: number;
  /** Whether nothing follows the rows. */
  readonly isComplete: boolean;
  readonly selectedCount: number;
  readonly member: MemberResponse;
  readonly mayChange: boolean;
  readonly isPending: boolean;
  /** From 0 to 1, of a change of many. */
  readonly progress: number | undefined;
  readonly onSelectAll: (all: boolean) => void;
  readonly onChange: (change: TicketChange) => void;
  readonly onAssign: () => void;
  readonly onTag: () => void;
}

/** Above the rows: how many there are, and what can be done with those that are selected. */
export function QueueToolbar(props: Props) {
  const { rowCount, isComplete, selectedCount, member, mayChange, isPending, progress, onChange } = props;
  const { t, language } = useText();
  const isSome = selectedCount > 0;
  const read = t(isComplete ? 'queue.list.count' : 'queue.list.more', { count: rowCount });
  return (
    <div className="queue-toolbar">
      {mayChange && (
        <label className="queue-row-check">
          <input
            type="checkbox"
            ref={(input) => {
              if (input !== null) input.indeterminate = isSome && selectedCount < rowCount;
            }}
            checked={isSome && selectedCount === rowCount}
            disabled={rowCount === 0}
            aria-label={t('queue.bulk.all')}
            onChange={() => props.onSelectAll(!isSome)}
          />
        </label>
      )}
      <Text size="xs" c="dimmed" className="queue-toolbar-text" aria-live="polite">
        {isSome ? t('queue.bulk.selected', { count: selectedCount }) : rowCount > 0 || isComplete ? read : ''}
      </Text>
      {isSome && (
        <Group gap={4} wrap="nowrap" role="group" aria-label={t('queue.bulk.actions')} className="queue-bulk">
          <BulkMenu label={t('queue.bulk.assign')} icon={<IconUserPlus size={16} aria-hidden />} disabled={isPending}>
            <Menu.Item onClick={() => onChange({ assigneeId: member.id })}>{t('queue.assignee.me')}</Menu.Item>
            <Menu.Item onClick={() => onChange({ assigneeId: null })}>{t('queue.assignee.nobody')}</Menu.Item>
            <Menu.Item onClick={props.onAssign}>{t('queue.assign.other')}</Menu.Item>
          </BulkMenu>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconTag size={16} aria-hidden />}
            onClick={props.onTag}
            disabled={isPending}
          >
            {t('queue.bulk.tags')}
          </Button>
          <BulkMenu label={t('queue.bulk.priority')} icon={<IconFlag size={16} aria-hidden />} disabled={isPending}>
            {[...PRIORITIES].reverse().map((priority) => (
              <Menu.Item key={priority} onClick={() => onChange({ priority })}>
                {t(`queue.priority.${priority}`)}
              </Menu.Item>
            ))}
          </BulkMenu>
          <BulkMenu
            label={t('queue.bulk.status')}
            icon={<IconCircleCheck size={16} aria-hidden />}
            disabled={isPending}
          >
            {TICKET_STATUSES.map((status) => (
              <Menu.Item key={status} onClick={() => onChange({ status })}>
                {t(`queue.status.${status}`)}
              </Menu.Item>
            ))}
          </BulkMenu>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => props.onSelectAll(false)}>
            {t('queue.bulk.none')}
          </Button>
        </Group>
      )}
      {progress !== undefined && (
        <div className="queue-progress" role="status">
          <Progress value={progress * 100} size="xs" aria-label={t('queue.bulk.progress')} />
          <VisuallyHidden>{new Intl.NumberFormat(language, { style: 'percent' }).format(progress)}</VisuallyHidden>
        </div>
      )}
    </div>
  );
}

interface BulkMenuProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly disabled: boolean;
  readonly children: ReactNode;
}

function BulkMenu({ label, icon, disabled, children }: BulkMenuProps) {
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button variant="subtle" size="compact-sm" leftSection={icon} disabled={disabled}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
