import { Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { api } from '../api/client.ts';
import { teamSettingsQuery } from '../data/queries/members.ts';
import { useText } from '../i18n/text.ts';
import { errorText } from '../ui/error-text.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';

export function FactorSetting() {
  const { t } = useText();
  const { data } = useQuery(teamSettingsQuery);
  const change = useFormMutation({
    run: () => api.patch('/settings', { body: { secondFactorRequired: data?.secondFactorRequired !== true } }),
    stale: [teamSettingsQuery],
  });
  const isOwnMissing = change.error instanceof ApiError && change.error.slug === 'already-exists';
  return (
    <div>
      <Switch
        my="lg"
        label={t('members.factor')}
        description={t('members.factor.hint')}
        checked={data?.secondFactorRequired ?? false}
        disabled={data === undefined || change.isPending}
        onChange={() => change.mutate()}
      />
      {change.error !== null && (
        <Text c="var(--mantine-color-error)" role="alert" mb="lg">
          {isOwnMissing ? t('members.factor.own') : errorText(change.error, t)}
        </Text>
      )}
    </div>
  );
}
