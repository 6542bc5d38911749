import { Autocomplete, Text } from '@mantine/core';
import { MAX_TAG_LENGTH } from '@player-support/contract/limits';
import type { TagResponse } from '@player-support/contract/team/tags';
import { useState } from 'react';
import { useText } from '../i18n/text.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { isolated } from '../ui/isolated.ts';
import { usersOf } from './tag-users.ts';
import { useTagChange } from './use-tag-change.ts';

interface Props {
  readonly tag: TagResponse;
  /** All tags of the list. The new name can be one of them. */
  readonly tags: readonly TagResponse[];
  readonly projectId: string | undefined;
  readonly onClose: () => void;
}

/** Options that are shown at a time. */
const MAX_OPTIONS = 50;

/** Renames a tag. With the name of another tag, both become one. */
export function RenameTagDialog({ tag, tags, projectId, onClose }: Props) {
  const { t } = useText();
  const [name, setName] = useState(tag.tag);
  const { mutate, done, ...change } = useTagChange(tag.tag, projectId, onClose);
  const newTag = name.normalize('NFC').trim();
  const other = tags.find((one) => one.tag === newTag && one.tag !== tag.tag);
  const users = usersOf(tag, t);
  // Without what is typed already: the list would cover the text below it.
  const others = tags.map((one) => one.tag).filter((one) => one !== tag.tag && one !== newTag);
  const progress = change.isPending ? 'tags.working' : change.error !== null ? 'tags.stopped' : undefined;
  return (
    <FormDialog
      title={t('tags.rename.title', { name: isolated(tag.tag) })}
      action={t(other === undefined ? 'tags.rename' : 'tags.merge')}
      mutation={{ ...change, mutate: () => (newTag === tag.tag ? onClose() : mutate(newTag)) }}
      onClose={onClose}
    >
      <Text size="sm">{t('tags.change', { count: tag.tickets })}</Text>
      {users !== '' && <Text size="sm">{t('tags.change.users', { users })}</Text>}
      {tag.kept > 0 && <Text size="sm">{t('tags.change.kept', { count: tag.kept })}</Text>}
      <Autocomplete
        label={t('tags.new')}
        data={others}
        limit={MAX_OPTIONS}
        value={name}
        onChange={setName}
        maxLength={MAX_TAG_LENGTH}
        error={fieldError(change.error, 'newTag')}
        required
        data-autofocus
      />
      {other !== undefined && (
        <Text size="sm" fw={600} className="user-text">
          {t('tags.change.merge', { name: isolated(other.tag), count: other.tickets })}
        </Text>
      )}
      {progress !== undefined && done > 0 && (
        <Text size="sm" role="status">
          {t(progress, { count: done })}
        </Text>
      )}
    </FormDialog>
  );
}
