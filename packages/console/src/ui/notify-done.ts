import { notifications } from '@mantine/notifications';
import { currentText } from '../i18n/text.ts';

/** Says that something was done, where the page itself does not show it. */
export function notifyDone(message: string): void {
  notifications.show({
    color: 'green',
    message,
    role: 'status',
    closeButtonProps: { 'aria-label': currentText().t('action.close') },
  });
}
