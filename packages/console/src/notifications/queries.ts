import type { NotificationSettingsResponse } from '@player-support/contract/team/notifications';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/client.ts';

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => api.get('/account/notifications', { signal }),
});

/** Until the member has chosen a time zone, the one of this browser is the best guess. */
export function timeZoneOf({ timeZone }: NotificationSettingsResponse): string {
  return timeZone === 'UTC' ? Intl.DateTimeFormat().resolvedOptions().timeZone : timeZone;
}
