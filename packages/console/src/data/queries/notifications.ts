import type { NotificationSettingsResponse } from '@player-support/contract/team/notifications';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Language } from '../../i18n/language.ts';
import { ownZone } from '../../i18n/own-zone.ts';

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => api.get('/account/notifications', { signal }),
});

/** Until the member chooses a time zone, this browser's is the best guess. */
export function timeZoneOf({ timeZone }: NotificationSettingsResponse): string {
  return timeZone ?? ownZone();
}

export function guessesOf(settings: NotificationSettingsResponse, language: Language) {
  return {
    ...(settings.timeZone === null ? { timeZone: timeZoneOf(settings) } : {}),
    ...(settings.language === null ? { language } : {}),
  };
}
