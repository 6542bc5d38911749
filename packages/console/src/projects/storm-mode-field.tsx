import { NativeSelect } from '@mantine/core';
import { STORM_MODES, type StormMode } from '@player-support/contract/enums';
import { useText } from '../i18n/text.ts';

interface Props {
  readonly mode: StormMode;
  readonly onChange: (mode: StormMode) => void;
}

export function StormModeField({ mode, onChange }: Props) {
  const { t } = useText();
  return (
    <NativeSelect
      label={t('storm.mode')}
      description={t('storm.mode.hint')}
      value={mode}
      // The cast: these are the values of the options.
      onChange={({ currentTarget }) => onChange(currentTarget.value as StormMode)}
      data={STORM_MODES.map((value) => ({ value, label: t(`storm.mode.${value}`) }))}
    />
  );
}
