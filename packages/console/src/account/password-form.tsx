import { Button, PasswordInput, TextInput } from '@mantine/core';
import { api } from '../api/client.ts';
import { useMember } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { NewPassword } from '../parts/sign-in/new-password.tsx';
import { Form } from '../ui/form.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { notifySuccess } from '../ui/notify.ts';
import { useFields } from '../ui/use-fields.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';

const EMPTY = { currentPassword: '', newPassword: '' };

export function PasswordForm() {
  const { t } = useText();
  const { email } = useMember();
  const { values, setValues, field } = useFields(EMPTY);
  const change = useFormMutation({
    run: () => api.patch('/account', { body: values }),
    onDone: () => {
      setValues(EMPTY);
      notifySuccess(t('account.password.changed'));
    },
  });
  const isWrong = fieldError(change.error, 'currentPassword') !== undefined;
  return (
    <Form error={change.error} onSubmit={change.mutate} label={t('label.password')} maw="26rem">
      {/* For password managers. */}
      <TextInput value={email} readOnly autoComplete="username" display="none" aria-hidden tabIndex={-1} />
      <PasswordInput
        label={t('account.password.current')}
        {...field('currentPassword')}
        error={isWrong && t('account.password.wrong')}
        autoComplete="current-password"
        maxLength={200}
        required
        visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
      />
      <NewPassword label={t('password.new')} {...field('newPassword', change.error)} />
      <div>
        <Button type="submit" loading={change.isPending}>
          {t('account.password.change')}
        </Button>
      </div>
    </Form>
  );
}
