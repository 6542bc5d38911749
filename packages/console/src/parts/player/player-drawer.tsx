import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/text.ts';
import { useEscape } from '../../ui/use-escape.ts';
import { useReturnFocus } from '../../ui/use-return-focus.ts';

interface Props {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function PlayerDrawer({ onClose, children }: Props) {
  const { t } = useText();
  useEscape(onClose);
  useReturnFocus();
  return (
    <Drawer
      opened
      onClose={onClose}
      closeOnEscape={false}
      position="right"
      size="sm"
      title={t('player.panel')}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {children}
    </Drawer>
  );
}
