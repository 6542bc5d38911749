import { Alert, Button, PasswordInput, Text, TextInput } from '@mantine/core';
import type { SignInRequest } from '@player-support/contract/team/session';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { setSession } from '../app/session.ts';
import { type Translate, useText } from '../i18n/text.ts';
import { errorText } from '../ui/error-text.ts';
import { Form } from '../ui/form.tsx';
import { CodeInput } from './code-input.tsx';
import { isPlainHttp, PlainHttpAlert } from './plain-http.tsx';
import { isCodeNeeded } from './second-factor.ts';
import { SignedOutLayout } from './signed-out-layout.tsx';

/** Asks for email and password, then for the code if the account has a second factor. */
export function SignInPage() {
  const { t } = useText();
  const { from, ended } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const passwordInput = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [asksCode, setAsksCode] = useState(false);

  const signIn = useMutation({
    mutationFn: (request: SignInRequest) => api.post('/session', { body: request }),
    meta: { quiet: true },
    onSuccess: async (session) => {
      queryClient.clear();
      setSession(queryClient, session);
      await navigate({ to: from ?? '/', replace: true });
    },
    onError: (error) => {
      if (isCodeNeeded(error)) setAsksCode(true);
      else passwordInput.current?.select();
    },
  });
  const submit = () => signIn.mutate({ email: email.trim(), password, ...(asksCode ? { code: code.trim() } : {}) });
  const back = () => {
    setAsksCode(false);
    setCode('');
    setPassword('');
    signIn.reset();
  };
  const sentCode = signIn.variables?.code !== undefined;
  const problem = signIn.isError ? problemText(signIn.error, sentCode, t) : undefined;

  return (
    <SignedOutLayout title={t('sign-in.title')}>
      <Form error={null} onSubmit={submit}>
        <PlainHttpAlert />
        {ended !== undefined && problem === undefined && <Alert role="status">{t('sign-in.ended')}</Alert>}
        {problem !== undefined && (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        {asksCode ? (
          <CodeInput value={code} onChange={setCode} />
        ) : (
          <>
            <TextInput
              key="email"
              type="email"
              name="username"
              label={t('label.email')}
              value={email}
              onChange={({ currentTarget }) => setEmail(currentTarget.value)}
              autoComplete="username"
              spellCheck={false}
              maxLength={254}
              required
              ref={focusIfEmpty}
            />
            <PasswordInput
              name="password"
              label={t('label.password')}
              value={password}
              onChange={({ currentTarget }) => setPassword(currentTarget.value)}
              autoComplete="current-password"
              maxLength={200}
              required
              ref={passwordInput}
              visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
            />
          </>
        )}
        <Button type="submit" loading={signIn.isPending} disabled={isPlainHttp()}>
          {t('sign-in.title')}
        </Button>
        {asksCode ? (
          <Button variant="subtle" onClick={back}>
            {t('sign-in.back')}
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            {t('sign-in.help')}
          </Text>
        )}
      </Form>
    </SignedOutLayout>
  );
}

/** Keeps the focus if a password manager has filled in the field. */
function focusIfEmpty(input: HTMLInputElement | null): void {
  if (input?.value === '') input.focus();
}

function problemText(error: unknown, sentCode: boolean, t: Translate): string | undefined {
  if (!(error instanceof ApiError) || error.status !== 401) return errorText(error, t);
  if (!isCodeNeeded(error)) return t('sign-in.refused');
  // The first such error only asks for the code.
  return sentCode ? t('sign-in.code.refused') : undefined;
}
