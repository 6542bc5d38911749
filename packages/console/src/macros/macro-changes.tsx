import { Text } from '@mantine/core';
import type { MacroActions } from '@player-support/contract/team/macros';
import { useQuery } from '@tanstack/react-query';
import { membersQuery } from '../data/queries/members.ts';
import { useText } from '../i18n/text.ts';

/** Shows what a macro changes in the ticket, if anything. */
export function MacroChanges({
  actions: { status, priority, assignee, addTags = [] },
}: {
  readonly actions: MacroActions;
}) {
  const { t } = useText();
  const members = useQuery(membersQuery).data?.members;
  const assigneeName = (id: string) => {
    if (id === 'me') return t('macros.assignee.me');
    if (id === 'nobody') return t('label.nobody');
    // Until the members are loaded, the id.
    return members === undefined ? id : (members.find((one) => one.id === id)?.name ?? t('macros.former-member'));
  };
  const changes = [
    ...(status === undefined ? [] : [t('label.status.now', { value: t(`status.${status}`) })]),
    ...(priority === undefined ? [] : [t('label.priority.now', { value: t(`priority.${priority}`) })]),
    ...(assignee === undefined ? [] : [t('label.assignee.now', { value: assigneeName(assignee) })]),
    ...addTags.map((value) => t('macros.changes.tag', { value })),
  ];
  if (changes.length === 0) return null;
  return (
    <Text size="xs" c="dimmed" className="user-text">
      {changes.join(' · ')}
    </Text>
  );
}
