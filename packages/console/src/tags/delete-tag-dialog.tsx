import { List, Text } from '@mantine/core';
import type { TagResponse } from '@player-support/contract/team/tags';
import { useText } from '../i18n/text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { FormButtons } from '../ui/form-dialog.tsx';
import { isolated } from '../ui/isolated.ts';
import { useTagChange } from './use-tag-change.ts';

interface Props {
  readonly tag: TagResponse;
  readonly projectId: string | undefined;
  readonly onClose: () => void;
}

export function DeleteTagDialog({ tag, projectId, onClose }: Props) {
  const { t } = useText();
  const { mutate, isPending, error, done } = useTagChange(tag.tag, projectId, onClose);
  const consequences = [
    t('tags.delete.tickets', { count: tag.tickets }),
    ...(tag.macros === 0 ? [] : [t('tags.delete.macros', { count: tag.macros })]),
    ...(tag.views === 0 ? [] : [t('tags.delete.views', { count: tag.views })]),
    ...(tag.kept === 0 ? [] : [t('tags.delete.kept', { count: tag.kept })]),
  ];
  return (
    <Dialog title={t('tags.delete.title', { name: isolated(tag.tag) })} onClose={onClose}>
      <Form error={error} onSubmit={() => mutate(null)}>
        {done === 0 ? (
          <>
            <List spacing={4} pe="md">
              {consequences.map((text) => (
                <List.Item key={text}>{text}</List.Item>
              ))}
            </List>
            <Text>{t('tags.delete.final')}</Text>
          </>
        ) : (
          <Text role="status">{t(error === null ? 'tags.working' : 'tags.stopped', { count: done })}</Text>
        )}
        <FormButtons action={t('action.delete')} destructive pending={isPending} focusesCancel onClose={onClose} />
      </Form>
    </Dialog>
  );
}
