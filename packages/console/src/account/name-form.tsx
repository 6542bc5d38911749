import { Button, TextInput } from '@mantine/core';
import { api } from '../api/client.ts';
import { sessionQuery, useMember } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { Form } from '../ui/form.tsx';
import { notifySuccess } from '../ui/notify.ts';
import { useFields } from '../ui/use-fields.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';
import { useUnsaved } from '../ui/use-unsaved.ts';

export function NameForm() {
  const { t } = useText();
  const member = useMember();
  const { values, field } = useFields({ name: member.name });
  const name = values.name.trim();
  useUnsaved(() => name !== member.name);
  const save = useFormMutation({
    run: () => api.patch('/account', { body: { name } }),
    stale: [sessionQuery],
    onDone: () => notifySuccess(t('form.saved')),
  });
  return (
    <Form error={save.error} onSubmit={save.mutate} label={t('account.profile')} maw="26rem">
      <TextInput
        label={t('label.email')}
        description={t('account.email.hint')}
        value={member.email}
        readOnly
        autoComplete="off"
      />
      <TextInput
        label={t('join.name')}
        description={t('join.name.hint')}
        {...field('name', save.error)}
        autoComplete="name"
        maxLength={100}
        required
      />
      <div>
        <Button type="submit" loading={save.isPending} disabled={name === '' || name === member.name}>
          {t('action.save')}
        </Button>
      </div>
    </Form>
  );
}
