import { randomBytes } from 'node:crypto';
import type { NotificationChannel } from '@player-support/contract/enums';
import {
  NotificationSettingsResponse,
  UpdateNotificationSettingsRequest,
} from '@player-support/contract/team/notifications';
import { canonicalTimeZone } from '../../domain/local-time.ts';
import { AppError, invalid } from '../../errors.ts';
import { formatSecret } from '../../network/webhook-signature.ts';
import { audited } from '../../operations/audited.ts';
import { operation } from '../../operations/operation.ts';
import type { NotificationSettingRow } from '../../store/tables.ts';
import { removeWebhook, webhookHost } from '../members/remove-webhook.ts';
import { lockCaller } from './lock-caller.ts';
import { newChannel, presentSettings, settingsOf } from './notification-settings.ts';

export const updateNotificationSettings = operation({
  id: 'UpdateNotificationSettings',
  tag: 'Account',
  summary: 'Update what you are told about tickets',
  description:
    'Absent fields do not change. A new `webhookAddress` gets a new secret, which only this response shows, and what happens from now on. What waited for the old one is not sent.',
  method: 'PATCH',
  url: '/api/v1/team/account/notifications',
  auth: 'member',
  role: 'viewer',
  body: UpdateNotificationSettingsRequest,
  audited: true,
  needs: ['limits', 'notifier'],
  success: { status: 200, schema: NotificationSettingsResponse },

  async handle(call, { store, limits, live, notifier }) {
    const { body, caller, now } = call;
    const { webhookAddress: address, webhookFormat: format } = body;
    if (address) {
      limits.consumeByCaller('testNotification', caller);
      const problem = await notifier.problemOfAddress(address, caller);
      if (problem !== undefined) throw new AppError('validation', { problems: { webhookAddress: [problem] } });
    }
    if (address && format === undefined) throw invalid('webhookFormat', 'address-without-format');
    const secret = address && format === 'standard' ? formatSecret(randomBytes(32)) : null;
    const response = await audited(call, store, async (tx) => {
      await lockCaller(tx, caller);
      const { notificationSettings: settings, deliveries } = tx;
      const setting = changedSetting(await settingsOf(tx, caller.id), body);
      await settings.save(setting);
      const before = await settings.channelsOf(caller.id);
      const channelOf = (name: NotificationChannel) =>
        before.find(({ channel }) => channel === name) ?? newChannel(caller.id, name, now);
      if (body.mail !== undefined || body.digestAt !== undefined) {
        const mail = channelOf('mail');
        await settings.saveChoices({ ...mail, choices: choicesText(body.mail, mail.choices) });
      }
      const webhook = channelOf('webhook');
      if (address === null) {
        await removeWebhook(tx, caller.id, now);
      } else if (address !== undefined || body.webhook !== undefined || format !== undefined) {
        if (webhook.address === null && !address) throw invalid('webhookAddress', 'webhook-without-address');
        if (!address && format !== undefined && format !== webhook.format) {
          throw invalid('webhookAddress', 'format-without-address');
        }
        const choices = choicesText(body.webhook, webhook.choices);
        if (address) {
          // A new address hears only what happens from now on.
          const fresh = newChannel(caller.id, 'webhook', now);
          await settings.replaceChannel({ ...fresh, choices, address, format: format ?? null, secret });
          // What waits was meant for the old address.
          await deliveries.dropWaiting(caller.id, 'webhook', now);
        } else {
          await settings.saveChoices({ ...webhook, choices });
        }
      }
      const presented = await presentSettings(tx, notifier, setting, secret);
      // Only names and hosts: the rest of an address is secret.
      const details = {
        changed: Object.keys(body),
        webhook: address ? webhookHost(address) : undefined,
        removedWebhook: address !== undefined && webhook.address ? webhookHost(webhook.address) : undefined,
      };
      return [presented, { target: caller.id, details }];
    });
    if (address !== undefined) live.settingsChanged('members');
    return { status: 200, body: response };
  },
});

/** Throws AppError `validation`. */
function changedSetting(
  before: NotificationSettingRow,
  body: UpdateNotificationSettingsRequest,
): NotificationSettingRow {
  const { language, timeZone, quietFrom, quietTo, waitingMinutes, digestAt } = body;
  const zone = timeZone === undefined ? before.time_zone : canonicalTimeZone(timeZone);
  if (zone === undefined) throw invalid('timeZone', 'unknown-time-zone');
  const from = minuteOfDay(quietFrom, before.quiet_from);
  const to = minuteOfDay(quietTo, before.quiet_to);
  if ((from === null) !== (to === null)) throw invalid('quietTo', 'quiet-hours-half');
  if (from !== null && from === to) throw invalid('quietTo', 'quiet-hours-empty');
  return {
    ...before,
    language: language ?? before.language,
    time_zone: zone,
    quiet_from: from,
    quiet_to: to,
    waiting_minutes: waitingMinutes ?? before.waiting_minutes,
    digest_at: minuteOfDay(digestAt, before.digest_at),
  };
}

/** Converts a text such as 22:00 to minutes. Undefined: as before. */
function minuteOfDay(text: string | null | undefined, before: number | null): number | null {
  if (text === undefined) return before;
  if (text === null) return null;
  const [hour = 0, minute = 0] = text.split(':').map(Number);
  return hour * 60 + minute;
}

const choicesText = (choices: object | undefined, before: string) => (choices ? JSON.stringify(choices) : before);
