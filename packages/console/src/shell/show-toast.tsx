import { Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

/** Shows it in the header until the returned function is called. */
export function showToast(id: string, text: string, action: ReactNode, color = 'indigo'): () => void {
  notifications.show({
    id,
    color,
    role: color === 'red' ? 'alert' : 'status',
    autoClose: false,
    withCloseButton: false,
    message: (
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <div className="toast-text" title={text}>
          {text}
        </div>
        {action}
      </Group>
    ),
  });
  return () => notifications.hide(id);
}
