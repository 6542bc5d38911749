import { useNotifications } from '@mantine/notifications';
import { useState } from 'react';
import { lazyComponent } from '../ui/lazy-component.tsx';

const Notifications = lazyComponent(async () => (await import('./notifications.tsx')).ConsoleNotifications);

/** Shows notifications. The code loads after the page, or when the first one is shown. */
export function LazyNotifications() {
  const [isNeeded, setNeeded] = useState(false);
  const { notifications } = useNotifications();
  if (notifications.length > 0 && !isNeeded) setNeeded(true);
  return isNeeded ? <Notifications /> : null;
}
