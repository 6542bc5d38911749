import { Alert, Button, Stack, Text } from '@mantine/core';
import { useText } from '../i18n/text.ts';
import { errorText } from './error-text.ts';
import { isTemporary, useRetry } from './use-retry.ts';

export function LoadError({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useText();
  useRetry(error, onRetry);
  return (
    <Alert color={isTemporary(error) ? 'gray' : 'red'} role="alert">
      <Stack align="flex-start" gap="sm">
        <Text>{errorText(error, t)}</Text>
        <Retrying error={error} />
        <Button variant="default" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      </Stack>
    </Alert>
  );
}

/** The page tries again by itself. */
export function Retrying({ error }: { readonly error: unknown }) {
  const { t } = useText();
  return isTemporary(error) ? (
    <Text size="sm" c="dimmed">
      {t('error.retrying')}
    </Text>
  ) : null;
}
