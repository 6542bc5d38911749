import { useNotifications } from '@mantine/notifications';
import { type ComponentType, useEffect, useState } from 'react';

/** Loads after the page, but early, because it must be there when the connection is lost. */
const DELAY_MS = 2000;

/** Shows notifications. The code loads when the first one is shown, or shortly after the page. */
export function LazyNotifications() {
  const [Notifications, setNotifications] = useState<ComponentType>();
  const isLoaded = Notifications !== undefined;
  const { notifications } = useNotifications();
  const hasNotifications = notifications.length > 0;
  useEffect(() => {
    if (isLoaded) return;
    const load = async () => {
      const module = await import('./notifications.tsx');
      setNotifications(() => module.ConsoleNotifications);
    };
    // The error could only be shown as a notification.
    const timer = setTimeout(() => void load().catch(() => undefined), hasNotifications ? 0 : DELAY_MS);
    return () => clearTimeout(timer);
  }, [isLoaded, hasNotifications]);
  return isLoaded ? <Notifications /> : null;
}
