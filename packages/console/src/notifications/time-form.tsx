import { Autocomplete, Button, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import type { NotificationLanguage } from '@player-support/contract/enums';
import type { NotificationSettingsResponse } from '@player-support/contract/team/notifications';
import { api } from '../api/client.ts';
import { notificationsQuery, timeZoneOf } from '../data/queries/notifications.ts';
import { LANGUAGES } from '../i18n/language.ts';
import { useText } from '../i18n/text.ts';
import { hasSameJson } from '../lib/changed-fields.ts';
import { Form } from '../ui/form.tsx';
import { fieldError } from '../ui/form-errors.ts';
import { notifySuccess } from '../ui/notify.ts';
import { useFields } from '../ui/use-fields.ts';
import { useFormMutation } from '../ui/use-form-mutation.ts';
import { useUnsaved } from '../ui/use-unsaved.ts';

const WAITING = [30, 60, 240, 480, 1440, 2880] as const;
/** The API allows more choices than the list. */
const isListed = (minutes: number) => WAITING.some((one) => one === minutes);

/** Edits quiet hours, the time zone, and what else applies to every channel. */
export function TimeForm({ settings }: { readonly settings: NotificationSettingsResponse }) {
  const { t, language } = useText();
  const saved = {
    quietFrom: settings.quietFrom ?? '',
    quietTo: settings.quietTo ?? '',
    timeZone: timeZoneOf(settings),
    waitingMinutes: String(settings.waitingMinutes),
    language: (settings.language ?? language) as string,
  };
  const { values, field } = useFields(saved);
  useUnsaved(() => !hasSameJson(values, saved));
  const save = useFormMutation({
    run: () =>
      api.patch('/account/notifications', {
        body: {
          quietFrom: values.quietFrom || null,
          quietTo: values.quietTo || null,
          timeZone: values.timeZone,
          waitingMinutes: Number(values.waitingMinutes),
          // The value is one of the options below.
          language: values.language as NotificationLanguage,
        },
      }),
    stale: [notificationsQuery],
    onDone: () => notifySuccess(t('form.saved')),
  });
  const zone = field('timeZone', save.error);
  const { waitingMinutes } = settings;
  return (
    <Form error={save.error} onSubmit={save.mutate} label={t('notifications.when')} maw="32rem">
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="sm">
        <TextInput type="time" label={t('notifications.quiet-from')} {...field('quietFrom', save.error)} />
        <TextInput type="time" label={t('notifications.quiet-to')} {...field('quietTo', save.error)} />
        <Autocomplete
          label={t('notifications.zone')}
          value={zone.value}
          onChange={(value) => zone.onChange({ currentTarget: { value } })}
          error={fieldError(save.error, 'timeZone')}
          data={Intl.supportedValuesOf('timeZone')}
          limit={20}
          required
        />
        <NativeSelect
          label={t('notifications.waiting-after')}
          description={t('notifications.waiting-after.hint')}
          {...field('waitingMinutes', save.error)}
          data={[
            ...WAITING.map((minutes) => ({ value: String(minutes), label: t(`notifications.waiting.${minutes}`) })),
            ...(isListed(waitingMinutes) ? [] : [{ value: String(waitingMinutes), label: `${waitingMinutes} min` }]),
          ]}
        />
        <NativeSelect
          label={t('notifications.language')}
          {...field('language', save.error)}
          data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        />
      </SimpleGrid>
      <div>
        <Button type="submit" loading={save.isPending}>
          {t('action.save')}
        </Button>
      </div>
    </Form>
  );
}
