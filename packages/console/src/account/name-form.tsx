import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { sessionQuery, useMember } from '../app/session.ts';
import { useText } from '../i18n/text.ts';
import { Form } from '../ui/form.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { notifySuccess } from '../ui/notify.ts';

export function NameForm() {
  const { t } = useText();
  const member = useMember();
  const queryClient = useQueryClient();
  const [name, setName] = useState(member.name);
  const save = useMutation({
    mutationFn: () => api.patch('/account', { body: { name: name.trim() } }),
    meta: { quiet: true },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      notifySuccess(t('form.saved'));
    },
  });
  return (
    <Form error={save.error} onSubmit={save.mutate} label={t('account.profile')} maw="26rem">
      <TextInput
        label={t('sign-in.email')}
        description={t('account.email.hint')}
        value={member.email}
        readOnly
        autoComplete="off"
      />
      <TextInput
        label={t('join.name')}
        description={t('join.name.hint')}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={fieldError(save.error, 'name')}
        autoComplete="name"
        maxLength={100}
        required
        withAsterisk={false}
      />
      <div>
        <Button type="submit" loading={save.isPending} disabled={name.trim() === '' || name.trim() === member.name}>
          {t('action.save')}
        </Button>
      </div>
    </Form>
  );
}
