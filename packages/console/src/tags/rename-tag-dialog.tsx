import { Autocomplete, Text } from '@mantine/core';
import { MAX_TAG_LENGTH } from '@player-support/contract/limits';
import type { TagResponse } from '@player-support/contract/team/tags';
import { useState } from 'react';
import { useText } from '../i18n/text.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { isolated } from '../ui/isolated.ts';
import { usersOf } from './tag-users.ts';
import { useTagChange } from './use-tag-change.ts';

interface Props {
  readonly tag: TagResponse;
  /** The new name can be one of these. */
  readonly tags: readonly TagResponse[];
  readonly projectId: string | undefined;
  readonly onRenamed: (newTag: string | null) => void;
  readonly onClose: () => void;
}

const MAX_OPTIONS = 50;

/** Renames a tag. With another tag's name, both become one, after a question. */
export function RenameTagDialog({ tag, tags, projectId, onRenamed, onClose }: Props) {
  const { t } = useText();
  const [name, setName] = useState(tag.tag);
  const [asking, setAsking] = useState(false);
  /** The tag that this one joins, after the question. */
  const [agreed, setAgreed] = useState<string>();
  const { mutate, done, ...change } = useTagChange(tag.tag, projectId, onRenamed);
  const newTag = name.normalize('NFC').trim();
  const other = tags.find((one) => one.tag === newTag && one.tag !== tag.tag);
  const users = usersOf(tag, t);
  // A complete name needs no options. They would cover the buttons.
  const isWhole = newTag === tag.tag || other !== undefined;
  const options = isWhole ? [] : tags.map((one) => one.tag).filter((one) => one !== tag.tag);
  const progress = change.isPending ? 'tags.working' : change.error !== null ? 'tags.stopped' : undefined;
  const warning = other && t('tags.change.merge', { name: isolated(other.tag), count: other.tickets });
  const submit = () => {
    if (newTag === tag.tag) onClose();
    else if (other !== undefined && agreed !== newTag) setAsking(true);
    else mutate(newTag);
  };
  if (asking && warning !== undefined) {
    return (
      <ConfirmDialog
        title={t('tags.merge.title', { name: isolated(tag.tag), other: isolated(newTag) })}
        text={warning}
        action={t('tags.merge')}
        onConfirm={() => {
          setAsking(false);
          setAgreed(newTag);
          mutate(newTag);
        }}
        onClose={() => setAsking(false)}
      />
    );
  }
  return (
    <FormDialog
      title={t('tags.rename.title', { name: isolated(tag.tag) })}
      action={t(other === undefined ? 'tags.rename' : 'tags.merge')}
      mutation={{ ...change, mutate: submit }}
      onClose={onClose}
    >
      <Text size="sm">{t('tags.change', { count: tag.tickets })}</Text>
      {users !== '' && <Text size="sm">{t('tags.change.users', { users })}</Text>}
      {tag.kept > 0 && <Text size="sm">{t('tags.change.kept', { count: tag.kept })}</Text>}
      <Autocomplete
        label={t('tags.new')}
        description={warning}
        descriptionProps={{
          className: 'user-text',
          fz: 'sm',
          lh: 'sm',
          my: 4,
          fw: 600,
          c: 'var(--mantine-color-text)',
        }}
        data={options}
        limit={MAX_OPTIONS}
        value={name}
        onChange={setName}
        onFocus={({ currentTarget }) => currentTarget.select()}
        maxLength={MAX_TAG_LENGTH}
        error={fieldError(change.error, 'newTag')}
        required
        data-autofocus
      />
      {progress !== undefined && done > 0 && (
        <Text size="sm" role="status">
          {t(progress, { count: done })}
        </Text>
      )}
    </FormDialog>
  );
}
