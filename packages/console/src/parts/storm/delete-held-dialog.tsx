import { useText } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type HeldSelection, useHeldChange } from './use-held-change.ts';

interface Props {
  readonly selection: HeldSelection;
  readonly count: number;
  /** The number as a text, such as "20,000+". */
  readonly total: string;
  /** Tickets whose players wrote again are kept. `count` includes them. */
  readonly keepsSome?: boolean;
  /** The project whose held tickets are all deleted. */
  readonly allOf?: string | undefined;
  readonly onClose: () => void;
  readonly onDone?: (() => void) | undefined;
}

export function DeleteHeldDialog({ selection, count, total, keepsSome = false, allOf, onClose, onDone }: Props) {
  const { t } = useText();
  const { change, isPending, done, error } = useHeldChange(() => {
    onDone?.();
    onClose();
  });
  const question = keepsSome ? `${t('storm.ask.text')} ${t('storm.ask.kept')}` : t('storm.ask.text');
  const ofSome = keepsSome ? t('storm.ask.title.text') : t('storm.ask.title', { count, total });
  return (
    <ConfirmDialog
      title={allOf === undefined ? ofSome : t('storm.ask.title.all', { count, total, project: allOf })}
      text={isPending && done > 0 ? t('storm.working', { count: done }) : question}
      action={t('storm.delete')}
      pending={isPending}
      error={error}
      onConfirm={() => change('delete', selection)}
      onClose={onClose}
    />
  );
}
