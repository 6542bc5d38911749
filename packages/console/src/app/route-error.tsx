import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ApiError } from '../api/api-error.ts';
import { useText } from '../i18n/text.ts';
import { errorText } from '../ui/error-text.ts';
import { usePageTitle } from './page.tsx';

interface Props {
  readonly error: unknown;
  readonly reset: () => void;
  /** 2 in a page that has a title of its own. */
  readonly titleOrder?: 1 | 2;
}

/** Shown instead of a page that failed. */
export function RouteError({ error, reset, titleOrder = 1 }: Props) {
  const { t } = useText();
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  usePageTitle(t('error.title'));
  useEffect(() => queries.reset(), [queries]);
  const retry = async () => {
    // An error in the code, or code that an upgrade has replaced: only reloading helps.
    if (!(error instanceof ApiError)) return location.reload();
    reset();
    await router.invalidate();
  };
  return (
    <Alert
      color="red"
      m="md"
      role="alert"
      title={
        <Title order={titleOrder} size="sm">
          {t('error.title')}
        </Title>
      }
    >
      <Stack align="flex-start" gap="sm">
        <Text>{errorText(error, t)}</Text>
        <Button variant="default" onClick={() => void retry()}>
          {t('action.retry')}
        </Button>
      </Stack>
    </Alert>
  );
}
