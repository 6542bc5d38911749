import { Notification } from '@mantine/core';
import { type NotificationData, notifications } from '@mantine/notifications';
import { useEffect } from 'react';

const AUTO_CLOSE_MS = 4000;

interface Props {
  readonly toast: NotificationData;
  readonly isPaused: boolean;
}

export function Toast({ toast, isPaused }: Props) {
  const { id, message, autoClose = AUTO_CLOSE_MS, color, role, withCloseButton = true, closeButtonProps } = toast;
  useEffect(() => {
    if (isPaused || typeof autoClose !== 'number') return;
    const timer = setTimeout(() => notifications.hide(String(id)), autoClose);
    return () => clearTimeout(timer);
  }, [id, isPaused, autoClose]);
  return (
    <Notification
      {...(color && { color })}
      {...(role && { role })}
      {...(closeButtonProps && { closeButtonProps })}
      withCloseButton={withCloseButton}
      onClose={() => notifications.hide(String(id))}
    >
      {typeof message === 'string' ? (
        <div className="toast-text" title={message}>
          {message}
        </div>
      ) : (
        message
      )}
    </Notification>
  );
}
