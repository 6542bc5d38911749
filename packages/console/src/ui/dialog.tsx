import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../i18n/text.ts';
import { useReturnFocus } from './use-return-focus.ts';
import { useUnsaved } from './use-unsaved.ts';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  /** Asks before closing, because input would be lost. */
  readonly unsaved?: boolean;
  readonly size?: 'md' | 'lg' | 'xl';
  readonly children: ReactNode;
}

/** A dialog that is open while it is rendered. */
export function Dialog({ title, onClose, unsaved = false, size = 'md', children }: Props) {
  const { t } = useText();
  const confirmLeave = useUnsaved(unsaved);
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={() => confirmLeave() && onClose()}
      title={title}
      size={size}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {children}
    </Modal>
  );
}
