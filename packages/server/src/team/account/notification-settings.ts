import type { NotificationChannel } from '@player-support/contract/enums';
import type { ChannelState, NotificationSettingsResponse } from '@player-support/contract/team/notifications';
import { isSealed } from '../../domain/sealed-text.ts';
import { isoOrNull } from '../../domain/time.ts';
import { choicesOf } from '../../notifications/news-of-member.ts';
import type { Notifier } from '../../notifications/notification-sender.ts';
import type { ChannelAndState } from '../../store/notification-settings.ts';
import type { Transaction } from '../../store/store.ts';
import type { NotificationChannelRow, NotificationSettingRow } from '../../store/tables.ts';

type Stored = Pick<Transaction, 'notificationSettings'>;

/** Reads a member's settings, or the defaults. */
export async function settingsOf({ notificationSettings }: Stored, memberId: string): Promise<NotificationSettingRow> {
  const unset = { language: null, time_zone: null, quiet_from: null, quiet_to: null, digest_at: null };
  const chosen = await notificationSettings.ofMember(memberId);
  return chosen ?? { member_id: memberId, ...unset, waiting_minutes: 8 * 60 };
}

/** Creates one that tells what happens from now on. */
export function newChannel(memberId: string, channel: NotificationChannel, now: number): NotificationChannelRow {
  const noAddress = { format: null, address: null, secret: null };
  const nothingSent = { stopped_at: null, last_sent_at: null, last_error_at: null, last_error: null };
  const begin = { choices: '[]', told_until: now, not_before: now };
  return { member_id: memberId, channel, ...noAddress, ...begin, ...nothingSent };
}

const two = (number: number) => String(number).padStart(2, '0');

const timeOfDay = (minute: number | null) =>
  minute === null ? null : `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

/** Leaves out an address's secrets: paths of Slack and Discord contain a key. */
function shownAddress(address: string | null | undefined): string | null {
  if (!address) return null;
  return isSealed(address) ? '…' : `${new URL(address).origin}/…`;
}

function presentState(channel: ChannelAndState | undefined): ChannelState {
  return {
    waiting: channel !== undefined && Number(channel.waits) === 1,
    stopped: (channel?.stopped_at ?? null) !== null,
    lastSentAt: isoOrNull(channel?.last_sent_at ?? null),
    lastErrorAt: isoOrNull(channel?.last_error_at ?? null),
    lastError: channel?.last_error ?? null,
  };
}

/** `secret`: only in the response that creates it. */
export async function presentSettings(
  { notificationSettings }: Stored,
  { mailer }: Notifier,
  setting: NotificationSettingRow,
  secret: string | null = null,
): Promise<NotificationSettingsResponse> {
  const channels = await notificationSettings.channelsOf(setting.member_id);
  const of = (name: NotificationChannel) => channels.find(({ channel }) => channel === name);
  const [webhook, mail] = [of('webhook'), of('mail')];
  return {
    language: setting.language,
    timeZone: setting.time_zone,
    quietFrom: timeOfDay(setting.quiet_from),
    quietTo: timeOfDay(setting.quiet_to),
    waitingMinutes: setting.waiting_minutes,
    digestAt: timeOfDay(setting.digest_at),
    mail: choicesOf(mail?.choices ?? '[]'),
    webhook: choicesOf(webhook?.choices ?? '[]'),
    mailAvailable: mailer !== undefined,
    mailState: presentState(mail),
    webhookFormat: webhook?.format ?? null,
    webhookAddress: shownAddress(webhook?.address),
    webhookState: presentState(webhook),
    webhookSecret: secret,
  };
}
