import { Notifications } from '@mantine/notifications';

export function ConsoleNotifications() {
  return <Notifications position="bottom-right" limit={4} />;
}
