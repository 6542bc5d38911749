import { useNotifications } from '@mantine/notifications';
import { useState } from 'react';
import { lazyComponent } from '../ui/lazy-component.tsx';

const Toasts = lazyComponent(async () => (await import('../ui/toasts.tsx')).Toasts);

export function LazyToasts() {
  const [isNeeded, setNeeded] = useState(false);
  const { notifications } = useNotifications();
  if (notifications.length > 0 && !isNeeded) setNeeded(true);
  return isNeeded ? <Toasts /> : null;
}
