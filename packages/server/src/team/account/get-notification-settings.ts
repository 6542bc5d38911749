import { NotificationSettingsResponse } from '@player-support/contract/team/notifications';
import { operation } from '../../operations/operation.ts';
import { presentSettings, settingsOf } from './notification-settings.ts';

export const getNotificationSettings = operation({
  id: 'GetNotificationSettings',
  tag: 'Account',
  summary: 'Get what you are told about tickets',
  method: 'GET',
  url: '/api/v1/team/account/notifications',
  auth: 'member',
  role: 'viewer',
  needs: ['notifier'],
  success: { status: 200, schema: NotificationSettingsResponse },

  async handle({ caller }, { store, notifier }) {
    const setting = await settingsOf(store, caller.id);
    return { status: 200, body: await presentSettings(store, notifier, setting) };
  },
});
