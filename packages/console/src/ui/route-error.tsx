import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '../api/api-error.ts';
import { useText } from '../i18n/text.ts';
import { isServerThere } from '../lib/load-code.ts';
import { errorText } from './error-text.ts';
import { Retrying } from './load-error.tsx';
import { usePageTitle } from './page.tsx';
import { isTemporary, useRetry } from './use-retry.ts';

interface Props {
  readonly error: unknown;
  readonly reset: () => void;
  /** 2 if the page has its own title. */
  readonly titleOrder?: 1 | 2;
}

export function RouteError({ error, reset, titleOrder = 1 }: Props) {
  const { t } = useText();
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const title = t(isTemporary(error) ? 'error.waiting' : 'error.title');
  usePageTitle(title);
  useEffect(() => queries.reset(), [queries]);
  const retry = async () => {
    // After an upgrade or a fault only reloading helps. Without the server, the page would be lost.
    if (!(error instanceof ApiError)) return (await isServerThere()) ? location.reload() : undefined;
    reset();
    await router.invalidate();
  };
  useRetry(error, () => void retry());
  return (
    <Alert
      color={isTemporary(error) ? 'gray' : 'red'}
      m="md"
      role="alert"
      title={
        <Title order={titleOrder} size="sm">
          {title}
        </Title>
      }
    >
      <Stack align="flex-start" gap="sm">
        <Text>{errorText(error, t)}</Text>
        <Retrying error={error} />
        <Button variant="default" onClick={() => void retry()}>
          {t('action.retry')}
        </Button>
      </Stack>
    </Alert>
  );
}
