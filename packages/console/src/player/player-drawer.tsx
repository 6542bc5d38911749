import { Drawer } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '../i18n/text.ts';

interface Props {
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Where there is no room beside the conversation: the player's panel, for as long as it is rendered. */
export function PlayerDrawer({ onClose, children }: Props) {
  const { t } = useText();
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus();
    },
    [before],
  );
  return (
    <Drawer
      opened
      onClose={onClose}
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
