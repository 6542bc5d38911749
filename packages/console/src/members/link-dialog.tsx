import { Button, Stack, Text } from '@mantine/core';
import type { CreatedInvitationResponse } from '@player-support/contract/team/invitations';
import { useText } from '../i18n/text.ts';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';

interface Props {
  readonly created: CreatedInvitationResponse;
  readonly onClose: () => void;
}

export function LinkDialog({ created: { invitation, mail, token }, onClose }: Props) {
  const { t } = useText();
  const isPassword = invitation.memberId !== null;
  return (
    <Dialog title={t(isPassword ? 'link.password' : 'link.invitation')} onClose={onClose} size="lg">
      <Stack>
        <Text className="user-text">
          {t(isPassword ? 'link.password.text' : 'link.invitation.text', { email: invitation.email ?? '' })}
        </Text>
        {mail !== 'off' && (
          <Text c={mail === 'failed' ? 'red' : 'dimmed'} size="sm">
            {t(mail === 'sent' ? 'link.mail.sent' : 'link.mail.failed')}
          </Text>
        )}
        <CopyField
          label={t('link.label')}
          value={`${location.origin}/join#${token}`}
          description={t('link.once')}
          autoFocus
        />
        <DialogFooter>
          <Button onClick={onClose}>{t('action.done')}</Button>
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}
