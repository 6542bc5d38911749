import { Group, Text } from '@mantine/core';
import type { InvitationResponse } from '@player-support/contract/team/invitations';
import type { ListedMemberResponse } from '@player-support/contract/team/members';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { invitationsQuery } from '../data/queries/members.ts';
import { useCreatorName } from '../data/use-creator-name.ts';
import { useText } from '../i18n/text.ts';
import { AccessSummary } from '../parts/access/access-summary.tsx';
import { ConfirmAction } from '../ui/confirm-dialog.tsx';
import { LoadedList } from '../ui/loaded-list.tsx';
import { RobotMark } from '../ui/robot-mark.tsx';
import { RemoveButton, Row, Rows } from '../ui/rows.tsx';
import { Time } from '../ui/time.tsx';

export function InvitationList({ members }: { readonly members: readonly ListedMemberResponse[] }) {
  const { t } = useText();
  const invitations = useQuery(invitationsQuery);
  const [revoked, setRevoked] = useState<InvitationResponse>();
  const creatorName = useCreatorName();
  const nameOf = ({ email, memberId, role }: InvitationResponse) =>
    email ??
    members.find(({ id }) => id === memberId)?.email ??
    t(role === 'owner' ? 'invitations.first-owner' : 'invitations.anybody');
  const list = invitations.data?.invitations;
  return (
    <LoadedList query={invitations} list={list} empty={<Text c="dimmed">{t('invitations.none')}</Text>} skeletons={1}>
      <Rows label={t('invitations.title')}>
        {list?.map((invitation) => (
          <Row
            key={invitation.id}
            actions={
              <RemoveButton
                onClick={() => setRevoked(invitation)}
                aria-label={t('invitations.revoke.one', { email: nameOf(invitation) })}
              >
                {t('action.revoke')}
              </RemoveButton>
            }
          >
            <Text fw={600}>{nameOf(invitation)}</Text>
            <Group gap={4} mb={4}>
              <Text size="sm" c="dimmed">
                {t(invitation.memberId === null ? 'invitations.joins' : 'invitations.password')}{' '}
                {t('invitations.expires')} <Time at={invitation.expiresAt} /> · <RobotMark id={invitation.createdBy} />
                {t('invitations.created-by', { name: creatorName(invitation.createdBy) })}
              </Text>
            </Group>
            <AccessSummary role={invitation.role} projectIds={invitation.projectIds} />
          </Row>
        ))}
      </Rows>
      {revoked !== undefined && (
        <ConfirmAction
          title={t('invitations.revoke.ask')}
          text={t('invitations.revoke.text', { email: nameOf(revoked) })}
          action={t('invitations.revoke.do')}
          run={() => api.delete('/invitations/{invitationId}', { path: { invitationId: revoked.id } })}
          stale={[invitationsQuery]}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </LoadedList>
  );
}
