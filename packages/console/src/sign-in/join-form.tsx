import { Alert, Button, Text, TextInput } from '@mantine/core';
import type { SecondFactor } from '@player-support/contract/enums';
import type { AcceptInvitationRequest, InvitationResponse } from '@player-support/contract/team/invitations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { askForPasskey, canUsePasskeys, isCancelled } from '../data/session/passkey.ts';
import { setSession } from '../data/session/session.ts';
import { useText } from '../i18n/text.ts';
import { NewPassword } from '../parts/sign-in/new-password.tsx';
import { focus } from '../ui/focus.ts';
import { Form } from '../ui/form.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { AnchorLink } from '../ui/link.tsx';
import { useFields } from '../ui/use-fields.ts';
import { CodeInput } from './code-input.tsx';
import { isPlainHttp, PlainHttpAlert } from './plain-http.tsx';
import { factorsOf } from './second-factor.ts';

interface Props {
  readonly token: string;
  readonly invitation: InvitationResponse;
}

/** Creates the account or sets the password, and signs in. */
export function JoinForm({ token, invitation }: Props) {
  const { t } = useText();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const isNew = invitation.memberId === null;
  const first = invitation.email === null ? 'email' : isNew ? 'name' : 'password';
  const { values, field } = useFields({ name: '', email: invitation.email ?? '', password: '' });
  const { name, email, password } = values;
  const [code, setCode] = useState('');
  const [factors, setFactors] = useState<readonly SecondFactor[]>([]);
  const asksCode = factors.includes('code');
  const accept = useMutation({
    mutationFn: async ({ withPasskey, ...request }: AcceptInvitationRequest & { readonly withPasskey: boolean }) => {
      const passkey = withPasskey ? { passkey: await askForPasskey() } : {};
      return api.post('/invitations/accept', { body: { ...request, ...passkey } });
    },
    meta: { quiet: true },
    onSuccess: async (session) => {
      queryClient.clear();
      setSession(queryClient, session);
      await navigate({ to: '/', replace: true });
    },
    onError: (error) => {
      const needed = factorsOf(error);
      if (needed.length > 0) setFactors(needed);
    },
  });
  const exists = accept.error instanceof ApiError && accept.error.slug === 'already-exists';
  const asksNow = factorsOf(accept.error).length > 0;
  const { variables } = accept;
  const isFactorRefused = asksNow && (variables?.code !== undefined || variables?.withPasskey === true);
  const attempt = (withPasskey: boolean) =>
    accept.mutate({
      withPasskey,
      token,
      password,
      ...(isNew ? { name: name.trim() } : {}),
      ...(invitation.email === null ? { email: email.trim() } : {}),
      ...(asksCode && !withPasskey ? { code: code.trim() } : {}),
    });
  // Without an app, the only second factor is a passkey.
  const submit = () => attempt(factors.length > 0 && !asksCode);
  const error = isCancelled(accept.error) || exists || asksNow ? null : accept.error;
  return (
    <Form error={error} onSubmit={submit}>
      <PlainHttpAlert />
      {exists && (
        <Alert color="red" role="alert">
          <Text>{t('join.exists')}</Text>
          <AnchorLink to="/sign-in">{t('sign-in.title')}</AnchorLink>
        </Alert>
      )}
      {(isFactorRefused || isCancelled(accept.error)) && (
        <Alert color="red" role="alert">
          {t(isFactorRefused ? 'sign-in.code.refused' : 'passkey.cancelled')}
        </Alert>
      )}
      <TextInput
        type="email"
        name="username"
        label={t('label.email')}
        {...field('email')}
        ref={first === 'email' ? focus : undefined}
        readOnly={invitation.email !== null}
        error={fieldError(accept.error, 'email') !== undefined && t('form.email')}
        autoComplete="username"
        spellCheck={false}
        maxLength={254}
        required
      />
      {isNew && (
        <TextInput
          name="name"
          label={t('join.name')}
          description={t('join.name.hint')}
          {...field('name', accept.error)}
          ref={first === 'name' ? focus : undefined}
          autoComplete="name"
          maxLength={100}
          required
        />
      )}
      <NewPassword
        label={t(isNew ? 'label.password' : 'password.new')}
        ref={first === 'password' ? focus : undefined}
        {...field('password', accept.error)}
      />
      {asksCode && <CodeInput value={code} onChange={setCode} />}
      {asksCode && factors.includes('passkey') && canUsePasskeys() && (
        <Button variant="default" onClick={() => attempt(true)} disabled={accept.isPending}>
          {t('sign-in.passkey.use')}
        </Button>
      )}
      {factors.length > 0 && !asksCode && <Text>{t('sign-in.passkey.ask')}</Text>}
      <Button type="submit" loading={accept.isPending} disabled={isPlainHttp()}>
        {t(isNew ? 'join.submit' : 'join.set-password')}
      </Button>
    </Form>
  );
}
