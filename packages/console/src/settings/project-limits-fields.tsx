import { Fieldset, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ProjectLimits } from '@player-support/contract/team';
import { useText } from '../text.ts';
import { fieldError } from '../ui/form-errors.ts';

/** In the order in which they are shown, each with its window. */
const FIELDS = [
  ['newPlayersPerAddress', 'limits.per-minute'],
  ['newPlayersPerProject', 'limits.per-minute'],
  ['newPlayerTicketsPerAddress', 'limits.per-10-minutes'],
  ['newPlayerTicketsPerProject', 'limits.per-10-minutes'],
] as const satisfies (readonly [keyof ProjectLimits, string])[];
const MOST = 1_000_000;

/** The limits while they are typed; a field that was cleared is an empty text. */
export type TypedLimits = Readonly<Record<keyof ProjectLimits, number | string>>;

interface Props {
  readonly limits: TypedLimits;
  readonly onChange: (limits: TypedLimits) => void;
  readonly error: unknown;
}

/** How many new players, and tickets by them, a project takes. */
export function ProjectLimitsFields({ limits, onChange, error }: Props) {
  const { t } = useText();
  return (
    <Fieldset legend={t('limits.title')}>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {t('limits.hint')}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="xs">
          {FIELDS.map(([name, window]) => (
            <NumberInput
              key={name}
              label={t(`limits.${name}`)}
              description={t(window)}
              value={limits[name]}
              onChange={(value) => onChange({ ...limits, [name]: value })}
              error={fieldError(error, `limits.${name}`)}
              min={0}
              max={MOST}
              clampBehavior="blur"
              allowDecimal={false}
              allowNegative={false}
              required
              withAsterisk={false}
              hideControls
            />
          ))}
        </SimpleGrid>
      </Stack>
    </Fieldset>
  );
}
