import { PasswordInput, Progress, Stack, Text } from '@mantine/core';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@player-support/contract/limits';
import { type Ref, useId } from 'react';
import { useText } from '../../i18n/text.ts';
import type { useFields } from '../../ui/use-fields.ts';
import { passwordStrength } from './password-strength.ts';

interface Props extends ReturnType<ReturnType<typeof useFields>['field']> {
  readonly label: string;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

const COLORS = { short: 'red', fair: 'yellow', good: 'green' } as const;
const PERCENT = { short: 33, fair: 66, good: 100 } as const;

/** Rates the length (NIST SP 800-63B). */
export function NewPassword({ label, ref, value, onChange, error }: Props) {
  const { t } = useText();
  const hint = useId();
  const strength = passwordStrength(value);
  // A refused password must not also be called good.
  const isRated = value !== '' && error === undefined;
  return (
    <Stack gap={6}>
      <PasswordInput
        ref={ref}
        label={label}
        value={value}
        onChange={onChange}
        error={error}
        autoComplete="new-password"
        minLength={MIN_PASSWORD_LENGTH}
        maxLength={MAX_PASSWORD_LENGTH}
        required
        aria-describedby={hint}
        visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
      />
      <Progress
        value={isRated ? PERCENT[strength] : 0}
        color={COLORS[strength]}
        size={4}
        aria-hidden
        transitionDuration={200}
      />
      <Text size="sm" c="dimmed" id={hint} role="status">
        {isRated ? t(`password.${strength}`) : t('join.password.hint')}
      </Text>
    </Stack>
  );
}
