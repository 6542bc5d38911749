import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { useText } from '../i18n/text.ts';
import { SignedOutLayout } from '../parts/sign-in/signed-out-layout.tsx';
import { errorText } from '../ui/error-text.ts';
import { JoinForm } from './join-form.tsx';
import { ProviderButton } from './provider-button.tsx';
import { signInOptionsQuery } from './sign-in-options.ts';

export function JoinPage() {
  const { t } = useText();
  const token = useRef(decodeFragment(location.hash)).current;
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api.post('/invitations/look', { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { data } = invitation;
  const options = useQuery(signInOptionsQuery).data;
  const provider = options?.provider ?? null;
  const title = data?.email === null ? 'join.setup' : data?.memberId ? 'join.new-password' : 'join.title';
  return (
    <SignedOutLayout title={t(title)}>
      {invitation.isPending && (
        <Stack role="status" aria-label={t('loading.label')}>
          <Skeleton height={36} />
          <Skeleton height={36} />
        </Stack>
      )}
      {invitation.isError &&
        (isRefusal(invitation.error) ? (
          <Alert color="red" role="alert" title={t('join.invalid.title')}>
            {t('join.invalid.text')}
          </Alert>
        ) : (
          <Alert color="red" role="alert">
            {errorText(invitation.error, t)}
          </Alert>
        ))}
      {invitation.isSuccess && (
        <Stack>
          {title === 'join.title' && (
            <Text c="dimmed">{t('join.as', { role: t(`role.${invitation.data.role}`) })}</Text>
          )}
          {provider !== null && options?.passwords === 'owners' && invitation.data.role !== 'owner' ? (
            <>
              <Text>{t('join.provider', { name: provider, email: invitation.data.email ?? '' })}</Text>
              <ProviderButton name={provider} />
            </>
          ) : (
            <JoinForm token={token} invitation={invitation.data} />
          )}
        </Stack>
      )}
    </SignedOutLayout>
  );
}

function decodeFragment(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && [400, 401, 404, 409, 410].includes(error.status);
}
