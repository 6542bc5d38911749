import { Checkbox, Stack } from '@mantine/core';
import { NOTIFICATION_KINDS, type NotificationKind } from '@player-support/contract/enums';
import { useText } from '../i18n/text.ts';

interface Props {
  readonly value: readonly NotificationKind[];
  readonly onChange: (choices: NotificationKind[]) => void;
}

export function ChoiceFields({ value, onChange }: Props) {
  const { t } = useText();
  return (
    <Checkbox.Group
      label={t('notifications.what')}
      value={[...value]}
      // The values are those of the checkboxes below.
      onChange={(choices) => onChange(choices as NotificationKind[])}
    >
      <Stack gap="xs" mt="xs">
        {NOTIFICATION_KINDS.map((kind) => (
          <Checkbox key={kind} value={kind} label={t(`notifications.${kind}`)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
