import { SendTestNotificationRequest, TestNotificationResult } from '@player-support/contract/team/notifications';
import { newId } from '../../domain/ids.ts';
import { invalid } from '../../errors.ts';
import { languageOf } from '../../notifications/texts.ts';
import { operation } from '../../operations/operation.ts';
import { newChannel } from './notification-settings.ts';

export const sendTestNotification = operation({
  id: 'SendTestNotification',
  tag: 'Account',
  summary: 'Send a test message to yourself',
  description: 'Waits up to 30 seconds for the receiver. The test is tried once, also in quiet hours.',
  method: 'POST',
  url: '/api/v1/team/account/notifications/test',
  auth: 'member',
  role: 'viewer',
  body: SendTestNotificationRequest,
  needs: ['limits', 'notifier'],
  success: { status: 200, schema: TestNotificationResult },

  async handle({ body, caller, now }, { store, limits, notifier }) {
    limits.consumeByCaller('testNotification', caller);
    const { notificationSettings } = store;
    const language = languageOf((await notificationSettings.ofMember(caller.id))?.language);
    const stored = (await notificationSettings.channelsOf(caller.id)).find((one) => one.channel === body.channel);
    // Mail needs no address: it goes to the member's.
    const channel = stored ?? (body.channel === 'mail' ? newChannel(caller.id, 'mail', now) : undefined);
    if (channel === undefined) throw invalid('channel', 'address-not-saved');
    const id = newId('delivery', now);
    const outcome = await notifier.test({ id, channel, language, email: caller.session.email });
    return { status: 200, body: { error: outcome.ok ? null : outcome.error } };
  },
});
