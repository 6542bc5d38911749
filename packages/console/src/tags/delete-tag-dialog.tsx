import type { TagResponse } from '@player-support/contract/team/tags';
import { useText } from '../i18n/text.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { isolated } from '../ui/isolated.ts';
import { useTagChange } from './use-tag-change.ts';

interface Props {
  readonly tag: TagResponse;
  readonly projectId: string | undefined;
  readonly onClose: () => void;
}

/** Says what a deleted tag leaves, and asks. */
export function DeleteTagDialog({ tag, projectId, onClose }: Props) {
  const { t } = useText();
  const { mutate, isPending, error, done } = useTagChange(tag.tag, projectId, onClose);
  const question = [
    t('tags.delete.tickets', { count: tag.tickets }),
    ...(tag.macros === 0 ? [] : [t('tags.delete.macros', { count: tag.macros })]),
    ...(tag.views === 0 ? [] : [t('tags.delete.views', { count: tag.views })]),
    ...(tag.kept === 0 ? [] : [t('tags.delete.kept', { count: tag.kept })]),
  ].join(' ');
  const stopped = error === null ? question : t('tags.stopped', { count: done });
  return (
    <ConfirmDialog
      title={t('tags.delete.title', { name: isolated(tag.tag) })}
      text={done === 0 ? question : isPending ? t('tags.working', { count: done }) : stopped}
      action={t('action.delete')}
      pending={isPending}
      error={error}
      onConfirm={() => mutate(null)}
      onClose={onClose}
    />
  );
}
