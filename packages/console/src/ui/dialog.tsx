import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '../i18n/text.ts';
import { useUnsaved } from './use-unsaved.ts';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  /** What was typed would be lost: it is asked before. */
  readonly unsaved?: boolean;
  readonly size?: 'md' | 'lg' | 'xl';
  readonly children: ReactNode;
}

/** A dialog, for as long as it is rendered. The focus goes back to where it came from, or to the page if that has gone. */
export function Dialog({ title, onClose, unsaved = false, size = 'md', children }: Props) {
  const { t } = useText();
  const [before] = useState(() => document.activeElement);
  const mayLeave = useUnsaved(unsaved);
  useEffect(
    () => () => {
      const target = before instanceof HTMLElement && before.isConnected ? before : document.getElementById('content');
      target?.focus();
    },
    [before],
  );
  return (
    <Modal
      opened
      onClose={() => mayLeave() && onClose()}
      title={title}
      size={size}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {children}
    </Modal>
  );
}
