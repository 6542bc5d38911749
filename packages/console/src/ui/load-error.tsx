import { Alert, Button, Stack, Text } from '@mantine/core';
import { useText } from '../i18n/text.ts';
import { errorText } from './error-text.ts';

/** Shown instead of data that could not be loaded. */
export function LoadError({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useText();
  return (
    <Alert color="red" role="alert">
      <Stack align="flex-start" gap="sm">
        <Text>{errorText(error, t)}</Text>
        <Button variant="default" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      </Stack>
    </Alert>
  );
}
