import { Button, Group } from '@mantine/core';
import type { QueueTicketResponse } from '@player-support/contract/team/queue';
import { IconUser, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { canBeAssigned } from '../data/can-be-assigned.ts';
import { membersQuery } from '../data/queries/members.ts';
import { useText } from '../i18n/text.ts';
import { initials } from '../parts/ticket-list/queue-row.tsx';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { useLazyPopup } from '../ui/use-lazy-popup.ts';
import classes from './ticket.module.css';

const AssigneeList = lazyComponent(async () => (await import('./assignee-list.tsx')).AssigneeList);

interface Props {
  readonly ticket: Pick<QueueTicketResponse, 'assigneeId' | 'projectId'>;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  readonly readOnly: boolean;
  readonly onPick: (assigneeId: string | null) => void;
}

export function AssigneePicker({ ticket: { assigneeId, projectId }, opened, onChange, readOnly, onPick }: Props) {
  const { t } = useText();
  const { data } = useQuery(membersQuery);
  const { trigger, target, isNeeded } = useLazyPopup({ opened, onOpenedChange: onChange, popup: 'listbox' });
  const members = data?.members ?? [];
  const assignee = members.find((member) => member.id === assigneeId);
  const unknown = data === undefined ? '...' : t('ticket.former-member');
  const name = assigneeId === null ? t('label.nobody') : (assignee?.name ?? unknown);
  const icon = assigneeId === null ? <IconUserPlus size={16} aria-hidden /> : <IconUser size={16} aria-hidden />;
  const label = t('label.assignee.now', { value: name });
  const text = (
    <>
      <span className={classes.clipped}>{name}</span>
      {/* On a phone it replaces the name. */}
      <span className={classes.initials} data-initials={assigneeId === null ? '' : initials(name)} />
    </>
  );
  if (readOnly) {
    return (
      <Group gap={4} px={8} wrap="nowrap" component="span" title={label} className={classes.assignee ?? ''}>
        {icon}
        {text}
      </Group>
    );
  }
  return (
    <>
      <Button
        {...trigger}
        variant="default"
        size="compact-sm"
        fw={500}
        leftSection={icon}
        aria-label={label}
        className={classes.assignee ?? ''}
      >
        {text}
      </Button>
      {isNeeded && (
        <AssigneeList
          target={target}
          opened={opened}
          onOpenedChange={onChange}
          members={members.filter((member) => canBeAssigned(member, projectId))}
          assigneeId={assigneeId}
          onPick={onPick}
        />
      )}
    </>
  );
}
