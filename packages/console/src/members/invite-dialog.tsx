import { TextInput } from '@mantine/core';
import type { CreatedInvitationResponse } from '@player-support/contract/team/invitations';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import type { Access } from '../data/access.ts';
import { invitationsQuery } from '../data/queries/members.ts';
import { notificationsQuery } from '../data/queries/notifications.ts';
import { useMember } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { AccessFields } from '../parts/access/access-fields.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { useFields } from '../ui/use-fields.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';

interface Props {
  readonly onCreated: (created: CreatedInvitationResponse) => void;
  readonly onClose: () => void;
}

export function InviteDialog({ onCreated, onClose }: Props) {
  const { t } = useText();
  const { projectIds } = useMember();
  const sendsMail = useQuery(notificationsQuery).data?.mailAvailable;
  const { values, field } = useFields({ email: '' });
  const [access, setAccess] = useState<Access>({ role: 'agent', projectIds });
  const invite = useFormMutation({
    run: () => api.post('/invitations', { body: { email: values.email.trim(), ...access } }),
    stale: [invitationsQuery],
    onDone: (created) => {
      onClose();
      onCreated(created);
    },
  });
  return (
    <FormDialog
      title={t('members.invite')}
      action={t('members.invite.create')}
      mutation={invite}
      onClose={onClose}
      size="lg"
    >
      <TextInput
        type="email"
        label={t('label.email')}
        description={t(
          sendsMail === undefined
            ? 'members.invite.hint'
            : sendsMail
              ? 'members.invite.hint.mail'
              : 'members.invite.hint.no-mail',
        )}
        {...field('email')}
        error={fieldError(invite.error, 'email') !== undefined && t('form.email')}
        autoComplete="off"
        maxLength={254}
        required
        data-autofocus
      />
      <AccessFields value={access} onChange={setAccess} error={invite.error} />
    </FormDialog>
  );
}
