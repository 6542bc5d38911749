import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import type { Access } from '../data/access.ts';
import { apiKeysQuery } from '../data/queries/api-keys.ts';
import { useMember } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { AccessFields } from '../parts/access/access-fields.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { useFields } from '../ui/use-fields.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';

/** In days; empty: the key never expires. */
const LIFETIMES = ['', '30', '90', '365'] as const;
const DAY_MS = 86_400_000;

export function ApiKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const { projectIds } = useMember();
  const [access, setAccess] = useState<Access>({ role: 'agent', projectIds });
  const { values, field } = useFields({ name: '', days: '' });
  const create = useFormMutation({
    run: () =>
      api.post('/api-keys', {
        body: {
          name: values.name.trim(),
          ...access,
          expiresAt: values.days === '' ? null : new Date(Date.now() + Number(values.days) * DAY_MS).toISOString(),
        },
      }),
    stale: [apiKeysQuery],
  });
  if (create.data !== undefined) {
    return (
      <Dialog title={create.data.apiKey.name} onClose={onClose} size="lg">
        <Stack>
          <Text>{t('api-keys.created')}</Text>
          <CopyField label={t('api-keys.key')} value={create.data.key} description={t('api-keys.once')} autoFocus />
          <DialogFooter>
            <Button onClick={onClose}>{t('action.done')}</Button>
          </DialogFooter>
        </Stack>
      </Dialog>
    );
  }
  return (
    <FormDialog
      title={t('api-keys.create')}
      action={t('api-keys.create')}
      mutation={create}
      onClose={onClose}
      size="lg"
    >
      <TextInput
        label={t('label.name')}
        description={t('api-keys.name.hint')}
        {...field('name', create.error)}
        maxLength={100}
        required
        data-autofocus
      />
      <AccessFields value={access} onChange={setAccess} error={create.error} isKey />
      <NativeSelect
        label={t('api-keys.expires')}
        description={t('api-keys.expires.hint')}
        data={LIFETIMES.map((value) => ({
          value,
          label: value === '' ? t('api-keys.expires.never') : t('api-keys.expires.days', { count: Number(value) }),
        }))}
        {...field('days')}
        error={fieldError(create.error, 'expiresAt')}
      />
    </FormDialog>
  );
}
