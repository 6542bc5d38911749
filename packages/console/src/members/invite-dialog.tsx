import { Button, Group, TextInput } from '@mantine/core';
import type { CreatedInvitationResponse } from '@player-support/contract/team/invitations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Access } from '../access/access.ts';
import { AccessFields } from '../access/access-fields.tsx';
import { api } from '../api/client.ts';
import { useMember } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { invitationsQuery } from './queries.ts';

interface Props {
  readonly onCreated: (created: CreatedInvitationResponse) => void;
  readonly onClose: () => void;
}

/** Creates an invitation. */
export function InviteDialog({ onCreated, onClose }: Props) {
  const { t } = useText();
  const { projectIds } = useMember();
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const [access, setAccess] = useState<Access>({ role: 'agent', projectIds });
  const invite = useMutation({
    mutationFn: () => api.post('/invitations', { body: { email: email.trim(), ...access } }),
    meta: { quiet: true },
    onSuccess: async (created) => {
      await queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey });
      onClose();
      onCreated(created);
    },
  });
  return (
    <Dialog title={t('members.invite')} onClose={onClose} size="lg">
      <Form error={invite.error} onSubmit={invite.mutate}>
        <TextInput
          type="email"
          label={t('members.email')}
          description={t('members.invite.hint')}
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          error={fieldError(invite.error, 'email') !== undefined && t('form.email')}
          autoComplete="off"
          maxLength={254}
          required
          withAsterisk={false}
          data-autofocus
        />
        <AccessFields value={access} onChange={setAccess} error={invite.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={invite.isPending}>
            {t('members.invite.create')}
          </Button>
        </Group>
      </Form>
    </Dialog>
  );
}
