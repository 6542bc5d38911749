import type { NotificationSettingsResponse } from '@player-support/contract/team/notifications';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Language } from '../../i18n/language.ts';
import { ownZone } from '../../i18n/own-zone.ts';

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => api.get('/account/notifications', { signal }),
});

/** Until the member has chosen a time zone, the one of this browser is the best guess. */
export function timeZoneOf({ timeZone }: NotificationSettingsResponse): string {
  return timeZone ?? ownZone();
}

/** What a form also saves if the member has not chosen it: the guesses of this browser. */
export function guessesOf(settings: NotificationSettingsResponse, language: Language) {
  return {
    ...(settings.timeZone === null ? { timeZone: timeZoneOf(settings) } : {}),
    ...(settings.language === null ? { language } : {}),
  };
}
