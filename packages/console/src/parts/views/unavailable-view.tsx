import { Button, EmptyState } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useText } from '../../i18n/text.ts';

/** Says that the view does not exist, or that its filter cannot be read. */
export function UnavailableView({
  reason,
  onLeave,
}: {
  readonly reason: 'missing' | 'invalid';
  readonly onLeave: () => void;
}) {
  const { t } = useText();
  return (
    <EmptyState
      icon={<IconFilterOff aria-hidden />}
      title={t(`views.${reason}`)}
      description={t(`views.${reason}.text`)}
    >
      <Button variant="default" onClick={onLeave}>
        {t('views.leave')}
      </Button>
    </EmptyState>
  );
}
