import { Button, Group, Progress, Text, VisuallyHidden } from '@mantine/core';
import { PRIORITIES, TICKET_STATUSES } from '@player-support/contract/enums';
import type { MemberResponse } from '@player-support/contract/team/members';
import { IconCircleCheck, IconFlag, IconTag, IconUserPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../i18n/text.ts';
import { MenuButton, type MenuEntry } from '../ui/menu-button.tsx';
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
          <BulkMenu
            label={t('queue.bulk.assign')}
            icon={<IconUserPlus size={16} aria-hidden />}
            disabled={isPending}
            entries={[
              { label: t('queue.assignee.me'), run: () => onChange({ assigneeId: member.id }) },
              { label: t('queue.assignee.nobody'), run: () => onChange({ assigneeId: null }) },
              { label: t('queue.assign.other'), run: props.onAssign },
            ]}
          />
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconTag size={16} aria-hidden />}
            onClick={props.onTag}
            disabled={isPending}
          >
            {t('queue.bulk.tags')}
          </Button>
          <BulkMenu
            label={t('queue.bulk.priority')}
            icon={<IconFlag size={16} aria-hidden />}
            disabled={isPending}
            entries={PRIORITIES.toReversed().map((priority) => ({
              label: t(`priority.${priority}`),
              run: () => onChange({ priority }),
            }))}
          />
          <BulkMenu
            label={t('queue.bulk.status')}
            icon={<IconCircleCheck size={16} aria-hidden />}
            disabled={isPending}
            entries={TICKET_STATUSES.map((status) => ({
              label: t(`status.${status}`),
              run: () => onChange({ status }),
            }))}
          />
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
  readonly entries: readonly MenuEntry[];
}

function BulkMenu({ label, icon, disabled, entries }: BulkMenuProps) {
  return (
    <MenuButton
      position="bottom-start"
      // The toolbar would cut it off.
      withinPortal
      entries={entries}
      button={(trigger) => (
        <Button {...trigger} variant="subtle" size="compact-sm" leftSection={icon} disabled={disabled}>
          {label}
        </Button>
      )}
    />
  );
}
