import type { UnsentReply } from '../data/outbox/unsent-reply.ts';
import { useText } from '../i18n/text.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { isolated } from '../ui/isolated.ts';

interface Props {
  readonly status: 'resolved' | 'closed';
  readonly unsent: UnsentReply;
  readonly onConfirm: () => void;
  /** To write on. */
  readonly onClose: () => void;
}

/** Asks before a ticket with an unsent reply is resolved or closed. */
export function UnsentQuestion({ status, unsent, onConfirm, onClose }: Props) {
  const { t } = useText();
  const { text, files } = unsent;
  const lines = [
    ...(text === '' ? [] : [t('unsent.ask.text', { text: isolated(text) })]),
    ...(files.length === 0 ? [] : [t('unsent.ask.files', { names: files.map(isolated).join(', ') })]),
    t('unsent.ask.kept'),
  ];
  return (
    <ConfirmDialog
      title={t(`unsent.ask.${status}`)}
      text={lines.join('\n\n')}
      action={t(`unsent.ask.action.${status}`)}
      cancel={t('unsent.ask.write')}
      destructive={false}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
