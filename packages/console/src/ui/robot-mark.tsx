import { VisuallyHidden } from '@mantine/core';
import { IconRobot } from '@tabler/icons-react';
import { useText } from '../i18n/text.ts';

/** Marks an actor that is an API key, so a program. Nothing for other ids. */
export function RobotMark({ id }: { readonly id: string | null | undefined }) {
  const { t } = useText();
  if (!id?.startsWith('key_')) return null;
  return (
    <>
      <IconRobot size={14} aria-hidden className="robot-mark" />
      <VisuallyHidden>{t('label.api-key')} </VisuallyHidden>
    </>
  );
}
