import { useText } from '../i18n/text.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { type HeldSelection, useHeldChange } from './use-held-change.ts';

interface Props {
  readonly selection: HeldSelection;
  readonly count: number;
  /** The number as a text, such as "20,000+". */
  readonly total: string;
  /** Whether tickets whose players wrote more stay. */
  readonly keepsMore?: boolean;
  readonly onClose: () => void;
  readonly onDone?: (() => void) | undefined;
}

/** Asks before held tickets are deleted. */
export function DeleteHeldDialog({ selection, count, total, keepsMore = false, onClose, onDone }: Props) {
  const { t } = useText();
  const { change, isPending, done, error } = useHeldChange(() => {
    onDone?.();
    onClose();
  });
  const question = keepsMore ? `${t('storm.ask.text')} ${t('storm.ask.kept')}` : t('storm.ask.text');
  return (
    <ConfirmDialog
      title={t('storm.ask.title', { count, total })}
      text={isPending && done > 0 ? t('storm.working', { count: done }) : question}
      action={t('storm.delete')}
      pending={isPending}
      error={error}
      onConfirm={() => change('delete', selection)}
      onClose={onClose}
    />
  );
}
