import { Button, Card, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { useText } from '../i18n/text.ts';
import { DataSections } from '../parts/player/data-sections.tsx';
import { playerDataError } from '../parts/player/player-data-error.ts';
import { Section } from '../ui/section.tsx';

export function PlayerDataTest({ projectId }: { readonly projectId: string }) {
  const { t } = useText();
  const test = useMutation({
    mutationFn: () => api.post('/projects/{projectId}/player-data/test', { path: { projectId } }),
  });
  const { data } = test;
  return (
    <Section title={t('player-data.test')} text={t('player-data.test.hint')}>
      <Stack gap="sm" align="flex-start">
        <Button variant="default" onClick={() => test.mutate()} loading={test.isPending}>
          {t('player-data.test.send')}
        </Button>
        <div role="status">
          {data !== undefined && (
            <Text size="sm">{data.error === null ? t('player-data.test.done') : playerDataError(data.error, t)}</Text>
          )}
          {data?.detail != null && (
            <Text size="sm" c="dimmed" className="user-text">
              <bdi>{data.detail}</bdi>
            </Text>
          )}
        </div>
        {data?.error === null && (
          <Card withBorder w="100%">
            <DataSections sections={data.sections} order={3} />
          </Card>
        )}
      </Stack>
    </Section>
  );
}
