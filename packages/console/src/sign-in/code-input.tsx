import { Anchor, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../i18n/text.ts';

interface Props {
  readonly value: string;
  readonly onChange: (code: string) => void;
}

/** The code of the second factor: of the app, or for who has lost the phone, a recovery code. Takes the focus. */
export function CodeInput({ value, onChange }: Props) {
  const { t } = useText();
  const [recovers, setRecovers] = useState(false);
  const change = () => {
    setRecovers(!recovers);
    onChange('');
  };
  return (
    <Stack gap="xs" align="stretch">
      <TextInput
        key={recovers ? 'recovery' : 'code'}
        label={t(recovers ? 'sign-in.recovery' : 'sign-in.code')}
        description={t(recovers ? 'sign-in.recovery.hint' : 'sign-in.code.hint')}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        {...(recovers ? { autoComplete: 'off' } : { inputMode: 'numeric', autoComplete: 'one-time-code' })}
        autoCapitalize="none"
        spellCheck={false}
        minLength={6}
        maxLength={40}
        required
        withAsterisk={false}
        ref={focus}
      />
      <Anchor component="button" type="button" size="sm" py={4} ta="start" onClick={change}>
        {t(recovers ? 'sign-in.code.use' : 'sign-in.recovery.use')}
      </Anchor>
    </Stack>
  );
}

function focus(input: HTMLInputElement | null): void {
  input?.focus();
}
