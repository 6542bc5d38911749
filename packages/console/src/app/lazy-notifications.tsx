import { useNotifications } from '@mantine/notifications';
import { type ComponentType, useEffect, useState } from 'react';

/** Their code comes after what the page is about, but before the connection can have gone; in milliseconds. */
const AFTER = 2000;

/** What is told at the edge of the page. */
export function LazyNotifications() {
  const [Notifications, setNotifications] = useState<ComponentType>();
  const isLoaded = Notifications !== undefined;
  const { notifications } = useNotifications();
  const isAsked = notifications.length > 0;
  useEffect(() => {
    if (isLoaded) return;
    const load = async () => {
      const module = await import('./notifications.tsx');
      setNotifications(() => module.ConsoleNotifications);
    };
    // Without them nothing can be told, not even this.
    const timer = setTimeout(() => void load().catch(() => undefined), isAsked ? 0 : AFTER);
    return () => clearTimeout(timer);
  }, [isLoaded, isAsked]);
  return isLoaded ? <Notifications /> : null;
}
