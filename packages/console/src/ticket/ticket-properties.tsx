import { ActionIcon, Button, Group } from '@mantine/core';
import { PRIORITIES, type Priority, TICKET_STATUSES, type TicketStatus } from '@player-support/contract/enums';
import type { QueueTicketResponse } from '@player-support/contract/team/queue';
import { IconArrowMerge, IconBug, IconMoon, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useHasRole } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { snoozeText } from '../parts/snooze/snooze-text.ts';
import { TargetTimeLabel } from '../parts/ticket-list/target-time-label.tsx';
import { LazyMenu } from '../ui/lazy-menu.tsx';
import { AnchorLink } from '../ui/link.tsx';
import { PriorityIcon, StatusIcon } from '../ui/ticket-icons.tsx';
import { useNow } from '../ui/time.tsx';
import { AssigneePicker } from './assignee-picker.tsx';
import { tagChange } from './tag-change.ts';
import { TagPicker } from './tag-picker.tsx';
import classes from './ticket.module.css';
import type { OpenProperty } from './ticket-header.tsx';
import { useTicketUpdate } from './use-ticket-update.ts';

interface Props {
  readonly ticket: QueueTicketResponse;
  readonly isFixed: boolean;
  readonly open: OpenProperty | undefined;
  readonly onStatus: (status: TicketStatus) => void;
  readonly onOpen: (property: OpenProperty | undefined) => void;
  readonly onMerge: () => void;
  readonly onLink: () => void;
  readonly onSnooze: (() => void) | undefined;
}

export function TicketProperties({ ticket, isFixed, open, onStatus, onOpen, onMerge, onLink, onSnooze }: Props) {
  const { t, language } = useText();
  const canWrite = useHasRole('agent') && !isFixed;
  const update = useTicketUpdate(ticket.id);
  const now = useNow();
  const { status, priority } = ticket;
  const control = (property: OpenProperty) => ({
    opened: open === property,
    onChange: (opened: boolean) => onOpen(opened ? property : undefined),
    readOnly: !canWrite,
  });
  return (
    <>
      <div className={classes.state}>
        <Choice
          {...control('status')}
          label={t('label.status.now', { value: t(`status.${status}`) })}
          text={t(`status.${status}`)}
          icon={<StatusIcon status={status} />}
          value={status}
          options={TICKET_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
          onPick={(value) => onStatus(value as TicketStatus)}
        />
        <Choice
          {...control('priority')}
          isCompact
          label={t('label.priority.now', { value: t(`priority.${priority}`) })}
          text={t(`priority.${priority}`)}
          icon={<PriorityIcon priority={priority} />}
          value={priority}
          options={PRIORITIES.toReversed().map((value) => ({ value, label: t(`priority.${value}`) }))}
          onPick={(value) => update({ priority: value as Priority })}
        />
        <AssigneePicker {...control('assignee')} ticket={ticket} onPick={(assigneeId) => update({ assigneeId })} />
        <span className={classes.due}>
          <TargetTimeLabel row={ticket} now={now} />
        </span>
        <TagPicker {...control('tags')} tags={ticket.tags} onTags={(tags) => update(tagChange(ticket.tags, tags))} />
      </div>
      <div className={classes.actions}>
        {canWrite && onSnooze !== undefined && (
          <Action Icon={IconMoon} shortcut="Z" isState={ticket.snooze !== null} onClick={onSnooze}>
            {ticket.snooze ? t('snooze.now', { what: snoozeText(ticket.snooze, t, language) }) : t('snooze.action')}
          </Action>
        )}
        {ticket.knownIssue === null ? (
          canWrite && (
            <Action Icon={IconBug} shortcut="I" onClick={onLink}>
              {t('ticket.issue.link')}
            </Action>
          )
        ) : (
          <Group gap={4} wrap="nowrap" className={classes.issue}>
            <IconBug size={16} aria-hidden />
            <AnchorLink
              to="/known-issues/$knownIssueId"
              params={{ knownIssueId: ticket.knownIssue.id }}
              size="sm"
              truncate
              dir="auto"
            >
              {ticket.knownIssue.title}
            </AnchorLink>
            {canWrite && (
              <ActionIcon
                variant="subtle"
                color="gray"
                title="I"
                aria-label={t('ticket.issue.change')}
                onClick={onLink}
              >
                <IconPencil size={16} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        )}
        {canWrite && (
          <Action Icon={IconArrowMerge} shortcut="M" onClick={onMerge}>
            {t('merge.action')}
          </Action>
        )}
      </div>
    </>
  );
}

interface ActionProps {
  readonly Icon: typeof IconBug;
  readonly shortcut: string;
  /** The text says something about the ticket. */
  readonly isState?: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

function Action({ Icon, shortcut, isState = false, onClick, children }: ActionProps) {
  return (
    <Button
      variant="default"
      size="compact-sm"
      fw={500}
      leftSection={<Icon size={16} aria-hidden />}
      title={`${children} (${shortcut})`}
      onClick={onClick}
      className={isState ? '' : (classes.action ?? '')}
    >
      <span className={classes.clipped}>{children}</span>
    </Button>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly text: string;
  readonly icon: ReactNode;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** The icon is enough on a phone. */
  readonly isCompact?: boolean;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  readonly readOnly: boolean;
  readonly onPick: (value: string) => void;
}

function Choice({
  isCompact = false,
  label,
  text,
  icon,
  value,
  options,
  opened,
  onChange,
  readOnly,
  onPick,
}: ChoiceProps) {
  if (readOnly) {
    return (
      <Group gap={4} px={8} wrap="nowrap" component="span" title={label}>
        {icon}
        <span className={classes.clipped}>{text}</span>
      </Group>
    );
  }
  return (
    <LazyMenu
      opened={opened}
      onOpenedChange={onChange}
      position="bottom-start"
      entries={[{ options, value, onChange: (next) => next !== value && onPick(next), closeOnClick: true }]}
      button={(trigger) => (
        <Button
          {...trigger}
          variant="default"
          size="compact-sm"
          fw={500}
          leftSection={icon}
          aria-label={label}
          className={isCompact ? (classes.compact ?? '') : ''}
        >
          <span className={classes.clipped}>{text}</span>
        </Button>
      )}
    />
  );
}
