import { notifications } from '@mantine/notifications';
import { currentText } from '../i18n/text.ts';
import { errorText } from './error-text.ts';

/** Tells of a failure at the edge of the page, loud enough for a screen reader. */
export function notifyError(error: unknown): void {
  const { t } = currentText();
  const message = errorText(error, t);
  notifications.show({
    // The same failure twice is told once.
    id: message,
    color: 'red',
    message,
    autoClose: 10_000,
    role: 'alert',
    closeButtonProps: { 'aria-label': t('action.close') },
  });
}
