import { Modal } from '@mantine/core';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef } from 'react';
import { useText } from '../i18n/text.ts';
import { watchTexts } from './typed-texts.ts';
import { leave } from './unsaved.ts';
import { useEscape } from './use-escape.ts';
import { useReturnFocus } from './use-return-focus.ts';
import { useUnsaved } from './use-unsaved.ts';

interface Props {
  readonly title: string;
  readonly onClose: () => void;
  /** Choices would be lost. The dialog itself knows about typed texts. */
  readonly unsaved?: boolean;
  /** The typed texts are saved. */
  readonly saved?: boolean;
  readonly size?: 'md' | 'lg' | 'xl';
  readonly children: ReactNode;
}

const LeaveContext = createContext((close: () => void) => close());

/** Closes the dialog, after a question if input would be lost. */
export const useLeaveDialog = () => useContext(LeaveContext);

/**
 * Shows a dialog while rendered. It asks before typed input is lost: by Escape, an outside click, a
 * button, or another page.
 */
export function Dialog({ title, onClose, unsaved = false, saved = false, size = 'md', children }: Props) {
  const { t } = useText();
  const root = useRef<HTMLElement>(null);
  const texts = useRef<ReturnType<typeof watchTexts>>(undefined);
  const watch = useCallback((element: HTMLElement | null) => {
    root.current = element;
    if (element !== null) texts.current = watchTexts(element);
  }, []);
  useEffect(() => {
    if (saved) texts.current?.forget();
  }, [saved]);
  // Texts from `useKeptFields` were not typed here.
  const isUnsaved = () =>
    unsaved ||
    texts.current?.isUnsaved() === true ||
    (!saved && root.current !== null && root.current.querySelector('[data-unsaved]') !== null);
  const leaveDialog = (close: () => void) => leave(close, isUnsaved);
  const close = () => leaveDialog(onClose);
  useUnsaved(isUnsaved);
  useEscape(close);
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={close}
      closeOnEscape={false}
      title={title}
      size={size}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <LeaveContext value={leaveDialog}>
        <div ref={watch}>{children}</div>
      </LeaveContext>
    </Modal>
  );
}
