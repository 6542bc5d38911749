import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Access } from '../access/access.ts';
import { AccessFields } from '../access/access-fields.tsx';
import { api } from '../api/client.ts';
import { useMember } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form } from '../ui/form.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { apiKeysQuery } from './queries.ts';

/** In days; empty: the key never expires. */
const LIFETIMES = ['', '30', '90', '365'] as const;
const DAY_MS = 86_400_000;

/** Creates a key, and shows it once. */
export function ApiKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useText();
  const { projectIds } = useMember();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [access, setAccess] = useState<Access>({ role: 'agent', projectIds });
  const [days, setDays] = useState('');
  const create = useMutation({
    mutationFn: () =>
      api.post('/api-keys', {
        body: {
          name: name.trim(),
          ...access,
          expiresAt: days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
        },
      }),
    meta: { quiet: true },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey }),
  });
  if (create.data !== undefined) {
    return (
      <Dialog title={create.data.apiKey.name} onClose={onClose} size="lg">
        <Stack>
          <Text>{t('api-keys.created')}</Text>
          <CopyField label={t('api-keys.key')} value={create.data.key} description={t('api-keys.once')} autoFocus />
          <Group justify="flex-end">
            <Button onClick={onClose}>{t('action.done')}</Button>
          </Group>
        </Stack>
      </Dialog>
    );
  }
  return (
    <Dialog title={t('api-keys.create')} onClose={onClose} size="lg">
      <Form error={create.error} onSubmit={create.mutate}>
        <TextInput
          label={t('api-keys.name')}
          description={t('api-keys.name.hint')}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={fieldError(create.error, 'name')}
          maxLength={100}
          required
          withAsterisk={false}
          data-autofocus
        />
        <AccessFields value={access} onChange={setAccess} error={create.error} />
        <NativeSelect
          label={t('api-keys.expires')}
          description={t('api-keys.expires.hint')}
          data={LIFETIMES.map((value) => ({
            value,
            label: value === '' ? t('api-keys.expires.never') : t('api-keys.expires.days', { count: Number(value) }),
          }))}
          value={days}
          onChange={({ currentTarget }) => setDays(currentTarget.value)}
          error={fieldError(create.error, 'expiresAt')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t('api-keys.create')}
          </Button>
        </Group>
      </Form>
    </Dialog>
  );
}
