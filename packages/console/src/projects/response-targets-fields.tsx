import { Fieldset, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useText } from '../i18n/text.ts';
import { fieldError } from '../ui/form-errors.ts';
import { TARGETS, type TypedTargets } from './response-targets.ts';

interface Props {
  readonly targets: TypedTargets;
  readonly onChange: (targets: TypedTargets) => void;
  readonly error: unknown;
}

export function ResponseTargetsFields({ targets, onChange, error }: Props) {
  const { t } = useText();
  return (
    <Fieldset legend={t('label.response-targets')}>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {t('targets.hint')}
        </Text>
        <SimpleGrid cols={{ base: 2, sm: 4 }} verticalSpacing="xs">
          {TARGETS.map((priority) => (
            // A NumberInput would drop or change characters while typing.
            <TextInput
              key={priority}
              label={t(`priority.${priority}`)}
              value={targets[priority]}
              onChange={({ currentTarget }) => onChange({ ...targets, [priority]: currentTarget.value })}
              error={fieldError(error, `responseTargets.${priority}`)}
              inputMode="numeric"
              autoComplete="off"
            />
          ))}
        </SimpleGrid>
      </Stack>
    </Fieldset>
  );
}
