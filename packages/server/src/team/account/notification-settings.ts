import type { NotificationChannel } from '@player-support/contract/enums';
import type { ChannelState, NotificationSettingsResponse } from '@player-support/contract/team/notifications';
import { isSealed } from '../../domain/sealed-text.ts';
import { isoOrNull } from '../../domain/time.ts';
import { choicesOf } from '../../notifications/news-of-member.ts';
import type { ChannelAndState } from '../../store/notification-settings.ts';
import type { NotificationChannelRow, NotificationSettingRow } from '../../store/tables.ts';

/** Returns the settings of those who chose nothing. */
export const defaultSettings = (memberId: string): NotificationSettingRow => ({
  member_id: memberId,
  language: null,
  time_zone: null,
  quiet_from: null,
  quiet_to: null,
  waiting_minutes: 8 * 60,
  digest_at: null,
});

/** Creates one that tells what happens from now on. */
export const newChannel = (memberId: string, channel: NotificationChannel, now: number): NotificationChannelRow => ({
  member_id: memberId,
  channel,
  format: null,
  address: null,
  secret: null,
  choices: '[]',
  told_until: now,
  not_before: now,
  stopped_at: null,
  last_sent_at: null,
  last_error_at: null,
  last_error: null,
});

const two = (number: number) => String(number).padStart(2, '0');

/** Converts a text such as 22:00 to minutes. */
export function minuteOfDay(text: string | null): number | null {
  if (text === null) return null;
  const [hour, minute] = text.split(':').map(Number);
  return (hour ?? 0) * 60 + (minute ?? 0);
}

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

interface Presented {
  readonly setting: NotificationSettingRow;
  readonly channels: readonly ChannelAndState[];
  readonly mailAvailable: boolean;
  /** Only in the response that creates it. */
  readonly secret: string | null;
}

export function presentSettings({ setting, channels, mailAvailable, secret }: Presented): NotificationSettingsResponse {
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
    mailAvailable,
    mailState: presentState(mail),
    webhookFormat: webhook?.format ?? null,
    webhookAddress: shownAddress(webhook?.address),
    webhookState: presentState(webhook),
    webhookSecret: secret,
  };
}
