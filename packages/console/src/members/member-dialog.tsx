import { Alert, Button, Divider, Group, Switch, Text } from '@mantine/core';
import type { CreatedInvitationResponse } from '@player-support/contract/team/invitations';
import type { ListedMemberResponse } from '@player-support/contract/team/members';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Access, losesAccess } from '../access/access.ts';
import { AccessFields } from '../access/access-fields.tsx';
import { api } from '../api/client.ts';
import { apiKeysQuery } from '../api-keys/queries.ts';
import { sessionQuery } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { FormButtons } from '../ui/form-dialog.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';
import { memberChanges } from './member-changes.ts';
import { invitationsQuery, membersQuery } from './queries.ts';

interface Props {
  readonly member: ListedMemberResponse;
  readonly onLinkCreated: (created: CreatedInvitationResponse) => void;
  readonly onClose: () => void;
}

/** Changes the access of a member, disables the member, creates a password link, and removes the webhook and the account at the provider. */
export function MemberDialog({ member, onLinkCreated, onClose }: Props) {
  const { t } = useText();
  const queryClient = useQueryClient();
  // Compared with the member when the dialog opened, because others may change it meanwhile.
  const [original] = useState(member);
  const [access, setAccess] = useState<Access>(member);
  const [disabled, setDisabled] = useState(member.disabled);
  const path = { memberId: member.id };
  const save = useFormMutation({
    run: async () => {
      const changes = memberChanges(original, { ...access, disabled });
      if (Object.keys(changes).length > 0) await api.patch('/members/{memberId}', { path, body: changes });
    },
    stale: [membersQuery, sessionQuery, invitationsQuery, apiKeysQuery],
    onDone: onClose,
  });
  const link = useMutation({
    mutationFn: () => api.post('/members/{memberId}/password-link', { path }),
    onSuccess: async (created) => {
      await queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey });
      onClose();
      onLinkCreated(created);
    },
  });
  const removal = useMutation({
    mutationFn: () => api.delete('/members/{memberId}/webhook', { path }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: membersQuery.queryKey });
      onClose();
    },
  });
  const disconnection = useMutation({
    mutationFn: () => api.patch('/members/{memberId}', { path, body: { oidc: false } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: membersQuery.queryKey });
      onClose();
    },
  });
  return (
    <Dialog title={member.name} onClose={onClose} size="lg">
      <Form error={save.error} onSubmit={save.mutate}>
        <AccessFields value={access} onChange={setAccess} error={save.error} />
        <Switch
          checked={!disabled}
          onChange={({ currentTarget }) => setDisabled(!currentTarget.checked)}
          label={t('members.can-sign-in')}
          description={t('members.can-sign-in.hint')}
          error={fieldError(save.error, 'disabled')}
        />
        {!member.disabled && (
          <>
            <Divider />
            <Group justify="space-between">
              <Text size="sm" c="dimmed" flex="1 1 14rem">
                {t('members.link.hint')}
              </Text>
              <Button variant="default" onClick={() => link.mutate()} loading={link.isPending}>
                {t('members.link')}
              </Button>
            </Group>
          </>
        )}
        {member.oidc && (
          <>
            <Divider />
            <Group justify="space-between">
              <Text size="sm" c="dimmed" flex="1 1 14rem">
                {t('members.oidc.hint')}
              </Text>
              <Button variant="default" onClick={() => disconnection.mutate()} loading={disconnection.isPending}>
                {t('members.oidc.disconnect')}
              </Button>
            </Group>
          </>
        )}
        {member.webhookHost !== null && (
          <>
            <Divider />
            <Group justify="space-between">
              <Text size="sm" c="dimmed" flex="1 1 14rem" className="user-text">
                {t('members.webhook.hint', { host: member.webhookHost })}
              </Text>
              <Button variant="default" onClick={() => removal.mutate()} loading={removal.isPending}>
                {t('members.webhook.remove')}
              </Button>
            </Group>
          </>
        )}
        {/* Always rendered, so that a screen reader announces what appears in it. */}
        <div role="status">
          {losesAccess(original, { ...access, disabled }) && (
            <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
              {t('members.loses-access')}
            </Alert>
          )}
        </div>
        <FormButtons action={t('action.save')} pending={save.isPending} onClose={onClose} />
      </Form>
    </Dialog>
  );
}
