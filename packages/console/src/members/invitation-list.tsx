import { Button, Group, Text } from '@mantine/core';
import type { InvitationResponse } from '@player-support/contract/team/invitations';
import type { MemberResponse } from '@player-support/contract/team/members';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AccessSummary } from '../access/access-summary.tsx';
import { useCreatorName } from '../access/use-creator-name.ts';
import { api } from '../api/client.ts';
import { useText } from '../i18n/text.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { Row, Rows, RowsSkeleton } from '../ui/rows.tsx';
import { Time } from '../ui/time.tsx';
import { invitationsQuery } from './queries.ts';

/** The open links: invitations and password links that still work. */
export function InvitationList({ members }: { readonly members: readonly MemberResponse[] }) {
  const { t } = useText();
  const queryClient = useQueryClient();
  const invitations = useQuery(invitationsQuery);
  const [revoked, setRevoked] = useState<InvitationResponse>();
  const revoke = useMutation({
    mutationFn: (id: string) => api.delete('/invitations/{invitationId}', { path: { invitationId: id } }),
    meta: { quiet: true },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey });
      setRevoked(undefined);
    },
  });
  const creatorName = useCreatorName();
  const nameOf = ({ email, memberId, role }: InvitationResponse) =>
    email ??
    members.find(({ id }) => id === memberId)?.email ??
    t(role === 'owner' ? 'invitations.first-owner' : 'invitations.anybody');
  if (invitations.isPending) return <RowsSkeleton count={1} />;
  if (invitations.data === undefined) {
    return <LoadError error={invitations.error} onRetry={() => void invitations.refetch()} />;
  }
  if (invitations.data.invitations.length === 0) return <Text c="dimmed">{t('invitations.none')}</Text>;
  return (
    <>
      <Rows label={t('invitations.title')}>
        {invitations.data.invitations.map((invitation) => (
          <Row
            key={invitation.id}
            actions={
              <Button
                variant="subtle"
                color="red"
                c="var(--mantine-color-error)"
                onClick={() => {
                  revoke.reset();
                  setRevoked(invitation);
                }}
                aria-label={t('invitations.revoke.one', { email: nameOf(invitation) })}
              >
                {t('invitations.revoke')}
              </Button>
            }
          >
            <Text fw={600}>{nameOf(invitation)}</Text>
            <Group gap={4} mb={4}>
              <Text size="sm" c="dimmed">
                {t(invitation.memberId === null ? 'invitations.joins' : 'invitations.password')}{' '}
                {t('invitations.expires')} <Time at={invitation.expiresAt} /> ·{' '}
                {t('invitations.created-by', { name: creatorName(invitation.createdBy) })}
              </Text>
            </Group>
            <AccessSummary role={invitation.role} projectIds={invitation.projectIds} />
          </Row>
        ))}
      </Rows>
      {revoked !== undefined && (
        <ConfirmDialog
          title={t('invitations.revoke.ask')}
          text={t('invitations.revoke.text', { email: nameOf(revoked) })}
          action={t('invitations.revoke')}
          pending={revoke.isPending}
          error={revoke.error}
          onConfirm={() => revoke.mutate(revoked.id)}
          onClose={() => setRevoked(undefined)}
        />
      )}
    </>
  );
}
