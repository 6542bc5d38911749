import { Alert, Button, Divider, PasswordInput, Text, TextInput } from '@mantine/core';
import type { SecondFactor } from '@player-support/contract/enums';
import { IconKey } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ApiError } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { askForPasskey, canUsePasskeys, isCancelled } from '../data/session/passkey.ts';
import { setSession } from '../data/session/session.ts';
import { type Translate, useText } from '../i18n/text.ts';
import { SignedOutLayout } from '../parts/sign-in/signed-out-layout.tsx';
import { errorText } from '../ui/error-text.ts';
import { Form } from '../ui/form.tsx';
import { CodeInput } from './code-input.tsx';
import { isPlainHttp, PlainHttpAlert } from './plain-http.tsx';
import { ProviderButton } from './provider-button.tsx';
import { factorsOf } from './second-factor.ts';
import { signInOptionsQuery } from './sign-in-options.ts';

interface Attempt {
  readonly email: string;
  readonly password: string;
  readonly withPasskey: boolean;
}

/** Leads to the provider, or asks for a passkey, or for the password and then a second factor. */
export function SignInPage() {
  const { t } = useText();
  const { from, ended, failed } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const passwordInput = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  /** Empty until the server asks. */
  const [factors, setFactors] = useState<readonly SecondFactor[]>([]);
  const asksFactor = factors.length > 0;
  const asksCode = factors.includes('code');
  const options = useQuery(signInOptionsQuery).data;
  const provider = options?.provider ?? null;
  // Most members have no password then.
  const hidesPassword = provider !== null && options?.passwords === 'owners';
  const [usesPassword, setUsesPassword] = useState(false);
  const showsPassword = !hidesPassword || usesPassword;

  const signIn = useMutation({
    mutationFn: async ({ withPasskey, ...request }: Attempt) => {
      if (!withPasskey)
        return api.post('/session', { body: { ...request, ...(asksCode ? { code: code.trim() } : {}) } });
      const passkey = await askForPasskey();
      if (asksFactor) return api.post('/session', { body: { ...request, passkey } });
      return api.post('/session/passkey', { body: { passkey } });
    },
    meta: { quiet: true },
    onSuccess: async (session) => {
      queryClient.clear();
      setSession(queryClient, session);
      await navigate({ to: from ?? '/', replace: true });
    },
    onError: (error) => {
      const needed = factorsOf(error);
      if (needed.length > 0) setFactors(needed);
      else passwordInput.current?.select();
    },
  });
  const attempt = (withPasskey: boolean) => signIn.mutate({ email: email.trim(), password, withPasskey });
  // Without an app, the only second factor is a passkey.
  const submit = () => attempt(asksFactor && !asksCode);
  const back = () => {
    setFactors([]);
    setCode('');
    setPassword('');
    signIn.reset();
  };
  const sentFactor = code !== '' || signIn.variables?.withPasskey === true;
  const name = provider ?? t('sign-in.provider');
  const refusal = signIn.isError
    ? refusalText(signIn.error, { sentFactor, name }, t)
    : failed && t(`sign-in.failed.${failed}`, { name });
  const offersPasskey = showsPassword && canUsePasskeys() && (!asksFactor || (asksCode && factors.includes('passkey')));

  return (
    <SignedOutLayout title={t('sign-in.title')}>
      <Form error={null} onSubmit={submit}>
        <PlainHttpAlert />
        {ended !== undefined && refusal === undefined && <Alert role="status">{t('sign-in.ended')}</Alert>}
        {refusal !== undefined && (
          <Alert color="red" role="alert">
            {refusal}
          </Alert>
        )}
        {provider !== null && !asksFactor && (
          <>
            <ProviderButton name={provider} from={from} />
            {showsPassword && <Divider label={t('sign-in.or')} />}
          </>
        )}
        {asksCode && <CodeInput value={code} onChange={setCode} />}
        {asksFactor && !asksCode && <Text>{t('sign-in.passkey.ask')}</Text>}
        {!asksFactor && showsPassword && (
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
        {showsPassword ? (
          // The key makes it another element: the click that shows it must not submit.
          <Button
            key="submit"
            type="submit"
            variant={provider === null ? 'filled' : 'default'}
            loading={signIn.isPending}
            disabled={isPlainHttp()}
          >
            {t(asksFactor && !asksCode ? 'sign-in.passkey.use' : 'sign-in.title')}
          </Button>
        ) : (
          <Button variant="subtle" onClick={() => setUsesPassword(true)}>
            {t('sign-in.use-password')}
          </Button>
        )}
        {offersPasskey && (
          <Button
            variant="default"
            leftSection={<IconKey size={16} aria-hidden />}
            onClick={() => attempt(true)}
            disabled={signIn.isPending}
          >
            {t(asksFactor ? 'sign-in.passkey.use' : 'sign-in.passkey')}
          </Button>
        )}
        {asksFactor ? (
          <Button variant="subtle" onClick={back}>
            {t('sign-in.back')}
          </Button>
        ) : (
          <Text size="sm" c="dimmed">
            {t(hidesPassword ? 'sign-in.help.provider' : 'sign-in.help')}
          </Text>
        )}
      </Form>
    </SignedOutLayout>
  );
}

/** A password manager may have filled in the field. */
function focusIfEmpty(input: HTMLInputElement | null): void {
  if (input?.value === '') input.focus();
}

interface Sent {
  readonly sentFactor: boolean;
  readonly name: string;
}

function refusalText(error: unknown, { sentFactor, name }: Sent, t: Translate): string | undefined {
  if (error instanceof ApiError && error.slug === 'forbidden') return t('sign-in.only-owners', { name });
  if (isCancelled(error)) return t('passkey.cancelled');
  if (!(error instanceof ApiError) || error.status !== 401) return errorText(error, t);
  if (factorsOf(error).length === 0) return t('sign-in.refused');
  // The first such error only asks for the second factor.
  return sentFactor ? t('sign-in.code.refused') : undefined;
}
