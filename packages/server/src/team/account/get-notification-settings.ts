import { NotificationSettingsResponse } from '@player-support/contract/team/notifications';
import { operation } from '../../operations/operation.ts';
import { defaultSettings, presentSettings } from './notification-settings.ts';

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
    const setting = (await store.notificationSettings.ofMember(caller.id)) ?? defaultSettings(caller.id);
    const channels = await store.notificationSettings.channelsOf(caller.id);
    return {
      status: 200,
      body: presentSettings({ setting, channels, mailAvailable: notifier.mailer !== undefined, secret: null }),
    };
  },
});
