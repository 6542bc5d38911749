import { Alert, Button, Divider, Group, Switch, Text } from '@mantine/core';
import type { CreatedInvitationResponse } from '@player-support/contract/team/invitations';
import type { ListedMemberResponse } from '@player-support/contract/team/members';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { type Access, losesAccess } from '../data/access.ts';
import { apiKeysQuery } from '../data/queries/api-keys.ts';
import { invitationsQuery, membersQuery } from '../data/queries/members.ts';
import { sessionQuery } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { AccessFields } from '../parts/access/access-fields.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { FormButtons } from '../ui/form-dialog.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';
import { memberChanges } from './member-changes.ts';

interface Props {
  readonly member: ListedMemberResponse;
  readonly onLinkCreated: (created: CreatedInvitationResponse) => void;
  readonly onClose: () => void;
}

export function MemberDialog({ member, onLinkCreated, onClose }: Props) {
  const { t } = useText();
  const queryClient = useQueryClient();
  // Others may change the member while the dialog is open.
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
  const removed = async () => {
    await queryClient.invalidateQueries({ queryKey: membersQuery.queryKey });
    onClose();
  };
  const removal = useMutation({
    mutationFn: () => api.delete('/members/{memberId}/webhook', { path }),
    onSuccess: removed,
  });
  const disconnection = useMutation({
    mutationFn: () => api.patch('/members/{memberId}', { path, body: { oidc: false } }),
    onSuccess: removed,
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
        {!member.disabled && <MemberAction hint={t('members.link.hint')} action={t('members.link')} mutation={link} />}
        {member.oidc && (
          <MemberAction hint={t('members.oidc.hint')} action={t('members.oidc.disconnect')} mutation={disconnection} />
        )}
        {member.webhookHost !== null && (
          <MemberAction
            hint={t('members.webhook.hint', { host: member.webhookHost })}
            action={t('members.webhook.remove')}
            mutation={removal}
          />
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

interface ActionProps {
  readonly hint: string;
  readonly action: string;
  readonly mutation: { readonly mutate: () => void; readonly isPending: boolean };
}

/** Takes effect at once, without the form's button. */
function MemberAction({ hint, action, mutation: { mutate, isPending } }: ActionProps) {
  return (
    <>
      <Divider />
      <Group justify="space-between">
        <Text size="sm" c="dimmed" flex="1 1 14rem" className="user-text">
          {hint}
        </Text>
        <Button variant="default" onClick={() => mutate()} loading={isPending}>
          {action}
        </Button>
      </Group>
    </>
  );
}
