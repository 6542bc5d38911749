import { Group, Pill, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { DraftChanges } from '../data/outbox/drafts.ts';
import { membersQuery } from '../data/queries/members.ts';
import { useText } from '../i18n/text.ts';
import classes from './ticket.module.css';

interface Props {
  readonly changes: DraftChanges;
  readonly onRemove: (field: keyof DraftChanges, tag?: string) => void;
}

export function ReplyChanges({ changes: { status, priority, assigneeId, addTags = [] }, onRemove }: Props) {
  const { t } = useText();
  const label = useId();
  const { data } = useQuery(membersQuery);
  const assignee =
    assigneeId === null
      ? t('label.nobody')
      : (data?.members.find(({ id }) => id === assigneeId)?.name ?? t('ticket.former-member'));
  const chip = (text: string, field: keyof DraftChanges, tag?: string) => (
    <li key={text}>
      <Pill
        size="sm"
        maw="16rem"
        className={classes.tag}
        withRemoveButton
        onRemove={() => onRemove(field, tag)}
        removeButtonProps={{
          'aria-hidden': false,
          tabIndex: 0,
          'aria-label': t('composer.changes.remove', { value: text }),
        }}
      >
        {text}
      </Pill>
    </li>
  );
  return (
    <Group gap={6} role="group" aria-labelledby={label}>
      <Text size="xs" c="dimmed" id={label}>
        {t('composer.changes')}
      </Text>
      <Group component="ul" gap={6} m={0} p={0} style={{ listStyle: 'none' }}>
        {status !== undefined && chip(t('label.status.now', { value: t(`status.${status}`) }), 'status')}
        {priority !== undefined && chip(t('label.priority.now', { value: t(`priority.${priority}`) }), 'priority')}
        {assigneeId !== undefined && chip(t('label.assignee.now', { value: assignee }), 'assigneeId')}
        {addTags.map((tag) => chip(t('macros.changes.tag', { value: tag }), 'addTags', tag))}
      </Group>
    </Group>
  );
}
