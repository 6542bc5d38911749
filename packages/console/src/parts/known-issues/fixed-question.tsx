import { Stack, Text } from '@mantine/core';
import type { ListedKnownIssue } from '@player-support/contract/team/known-issues';
import { useText } from '../../i18n/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-dialog.tsx';
import { useSubscribersText } from './issue-counts.tsx';

interface Props {
  readonly issue: ListedKnownIssue;
  readonly build: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** A build fixes the issue, so its players would get a message. */
export function FixedQuestion({ issue, build, onConfirm, onClose }: Props) {
  const { t } = useText();
  const subscribersText = useSubscribersText();
  // A node of an earlier release does not count them.
  const { tickets, subscribers = 0 } = issue;
  return (
    <Dialog title={t('issue.fixed.ask', { build })} onClose={onClose}>
      <Form error={null} onSubmit={onConfirm}>
        <Stack gap="xs">
          <Text fw={600}>{[t('issue.tickets', { count: tickets }), subscribersText(subscribers)].join(' · ')}</Text>
          <Text className="user-text">{t('issue.fixed.ask.text', { build })}</Text>
        </Stack>
        <FormButtons action={t('issue.fixed.ask.action')} onClose={onClose} focusesCancel />
      </Form>
    </Dialog>
  );
}
