import { Autocomplete, Fieldset, SimpleGrid, TextInput } from '@mantine/core';
import { ownZone } from '../i18n/own-zone.ts';
import { useText } from '../i18n/text.ts';
import { fieldError } from '../ui/form-errors.ts';
import type { Fields } from './announcement-fields.ts';
import { instantIn, isZone, timeIn } from './zoned-time.ts';

interface Props {
  readonly values: Fields;
  readonly onChange: (changes: Fields) => void;
  readonly error: unknown;
}

export function ScheduleFields({ values, onChange, error }: Props) {
  const { t, language } = useText();
  const { timeZone = '', startsAt = '', endsAt = '' } = values;
  const zone = isZone(timeZone) ? timeZone : undefined;
  const own = ownZone();

  function hint(local: string, empty: string): string {
    const instant = zone === undefined ? null : instantIn(zone, local);
    if (zone === undefined || instant === null) return empty;
    const { at, clock } = instant;
    const shown = timeIn(zone, at, language);
    const parts = [
      ...(clock === 'skipped' ? [t('announcements.clock.skipped', { time: shown })] : []),
      ...(clock === 'twice' ? [t('announcements.clock.twice', { time: shown })] : []),
      ...(zone === own ? [] : [t('announcements.own-time', { time: timeIn(own, at, language) })]),
    ];
    return parts.length === 0 ? shown : parts.join(' ');
  }
  const endError = fieldError(error, 'endsAt') !== undefined && t('announcements.end.wrong');
  return (
    <Fieldset legend={t('announcements.schedule')}>
      <Autocomplete
        label={t('announcements.time-zone')}
        description={t('announcements.time-zone.hint', { zone: own })}
        value={timeZone}
        onChange={(value) => onChange({ timeZone: value })}
        error={zone === undefined ? t('announcements.time-zone.wrong') : fieldError(error, 'timeZone')}
        data={Intl.supportedValuesOf('timeZone')}
        limit={20}
        required
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="xs" mt="xs">
        <TextInput
          type="datetime-local"
          label={t('announcements.start')}
          description={hint(startsAt, t('announcements.start.hint'))}
          value={startsAt}
          onChange={({ currentTarget }) => onChange({ startsAt: currentTarget.value })}
          error={fieldError(error, 'startsAt')}
        />
        <TextInput
          type="datetime-local"
          label={t('announcements.end')}
          description={hint(endsAt, t('announcements.end.hint'))}
          value={endsAt}
          onChange={({ currentTarget }) => onChange({ endsAt: currentTarget.value })}
          error={endError}
          min={startsAt}
        />
      </SimpleGrid>
    </Fieldset>
  );
}
