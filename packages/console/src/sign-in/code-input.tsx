import { Anchor, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../i18n/text.ts';
import { focus } from '../ui/focus.ts';

interface Props {
  readonly value: string;
  readonly onChange: (code: string) => void;
}

/** Takes the authenticator app's code, or a recovery code. */
export function CodeInput({ value, onChange }: Props) {
  const { t } = useText();
  const [isRecovery, setRecovery] = useState(false);
  const toggle = () => {
    setRecovery(!isRecovery);
    onChange('');
  };
  return (
    <Stack gap="xs" align="stretch">
      <TextInput
        key={isRecovery ? 'recovery' : 'code'}
        label={t(isRecovery ? 'sign-in.recovery' : 'sign-in.code')}
        description={t(isRecovery ? 'sign-in.recovery.hint' : 'sign-in.code.hint')}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        {...(isRecovery ? { autoComplete: 'off' } : { inputMode: 'numeric', autoComplete: 'one-time-code' })}
        autoCapitalize="none"
        spellCheck={false}
        minLength={6}
        maxLength={40}
        required
        ref={focus}
      />
      <Anchor component="button" type="button" size="sm" py={4} ta="start" onClick={toggle}>
        {t(isRecovery ? 'sign-in.code.use' : 'sign-in.recovery.use')}
      </Anchor>
    </Stack>
  );
}
