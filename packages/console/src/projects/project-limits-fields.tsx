import { Fieldset, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useText } from '../i18n/text.ts';
import { fieldError } from '../ui/form-errors.ts';
import { LIMITS, type TypedLimits } from './project-limits.ts';

const WINDOWS = {
  newPlayersPerAddress: 'limits.per-minute',
  newPlayersPerProject: 'limits.per-minute',
  newPlayerTicketsPerAddress: 'limits.per-10-minutes',
  newPlayerTicketsPerProject: 'limits.per-10-minutes',
} as const;

interface Props {
  readonly limits: TypedLimits;
  readonly onChange: (limits: TypedLimits) => void;
  readonly error: unknown;
}

export function ProjectLimitsFields({ limits, onChange, error }: Props) {
  const { t } = useText();
  return (
    <Fieldset legend={t('label.player-limits')}>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {t('limits.hint')}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="xs">
          {LIMITS.map((name) => (
            // A NumberInput would drop or change characters while typing.
            <TextInput
              key={name}
              label={t(`limits.${name}`)}
              description={t(WINDOWS[name])}
              value={limits[name]}
              onChange={({ currentTarget }) => onChange({ ...limits, [name]: currentTarget.value })}
              error={fieldError(error, `limits.${name}`)}
              inputMode="numeric"
              autoComplete="off"
            />
          ))}
        </SimpleGrid>
      </Stack>
    </Fieldset>
  );
}
