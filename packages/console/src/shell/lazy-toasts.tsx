import { useNotifications } from '@mantine/notifications';
import { useState } from 'react';
import { lazyComponent } from '../ui/lazy-component.tsx';

const Toasts = lazyComponent(async () => (await import('../ui/toasts.tsx')).Toasts);

/** Shows toasts. The code loads after the page, or when the first one is shown. */
export function LazyToasts() {
  const [isNeeded, setNeeded] = useState(false);
  const { notifications } = useNotifications();
  if (notifications.length > 0 && !isNeeded) setNeeded(true);
  return isNeeded ? <Toasts /> : null;
}
