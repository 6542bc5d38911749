import { Button, Group, Text } from '@mantine/core';
import { useText } from '../../i18n/text.ts';
import { errorText } from '../../ui/error-text.ts';
import { Retrying } from '../../ui/load-error.tsx';
import { useRetry } from '../../ui/use-retry.ts';
import { RowSkeletons } from './row-skeletons.tsx';

export interface ListEndProps {
  readonly rows: readonly unknown[];
  readonly isComplete: boolean;
  readonly isLoading: boolean;
  readonly isPaused: boolean;
  readonly error: unknown;
  readonly loadMore: (byUser?: boolean) => void;
}

/** Shows loading, an error, or a button for more. */
export function ListEnd({ rows, isComplete, isLoading, isPaused, error, loadMore }: ListEndProps) {
  const { t } = useText();
  useRetry(error, () => loadMore(true));
  if (error !== null && error !== undefined) {
    return (
      <Group p="md" justify="center" role="alert">
        <Text>{errorText(error, t)}</Text>
        <Retrying error={error} />
        <Button variant="default" onClick={() => loadMore(true)}>
          {t('action.retry')}
        </Button>
      </Group>
    );
  }
  if (isPaused && !isComplete) {
    return (
      <Group p="md" justify="center" role="status">
        <Text c="dimmed">{t('queue.list.paused')}</Text>
        <Button variant="default" onClick={() => loadMore(true)}>
          {t('queue.list.load-more')}
        </Button>
      </Group>
    );
  }
  return isComplete || !isLoading ? null : <RowSkeletons count={rows.length === 0 ? 8 : 2} />;
}
