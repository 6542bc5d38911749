import { notifications } from '@mantine/notifications';
import { currentText } from '../i18n/text.ts';
import { errorText } from './error-text.ts';

/** Reports a success that the page itself does not show. */
export function notifySuccess(message: string): void {
  notifications.show({
    color: 'green',
    message,
    role: 'status',
    closeButtonProps: { 'aria-label': currentText().t('action.close') },
  });
}

/** Screen readers hear it. The same error is shown once at a time. */
export function notifyError(error: unknown): void {
  const { t } = currentText();
  const message = errorText(error, t);
  notifications.show({
    id: message,
    color: 'red',
    message,
    autoClose: 10_000,
    role: 'alert',
    closeButtonProps: { 'aria-label': t('action.close') },
  });
}
