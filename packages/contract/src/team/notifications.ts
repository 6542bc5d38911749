import { type Static, Type } from 'typebox';
import {
  DELIVERY_PROBLEMS,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  NOTIFICATION_LANGUAGES,
  type NotificationLanguage,
  WEBHOOK_FORMATS,
} from '../enums.ts';
import { MAX_WAITING_MINUTES, MAX_WEBHOOK_ADDRESS_LENGTH, MIN_WAITING_MINUTES } from '../limits.ts';
import { ClosedObject, DateTime, Enum, Named, NamedObject, Nullable, Text } from '../schema.ts';

export const NotificationKind = Named(
  'NotificationKind',
  Enum(
    NOTIFICATION_KINDS,
    'new_ticket: a player wrote a ticket in one of your projects. reply: a player replied to a ticket of yours. assigned: someone assigned a ticket to you. mention: a note mentions you. woken: a ticket of yours came back from a snooze without an action of a member. waiting: a ticket of yours waits for longer than `waitingMinutes`. spike: a build of one of your projects has far more tickets than usual.',
  ),
);

const Language = Enum(NOTIFICATION_LANGUAGES, 'The language of messages.');
const WebhookFormat = Enum(WEBHOOK_FORMATS, 'standard: JSON, signed as in Standard Webhooks.');
const TimeOfDay = (description: string) =>
  Type.String({ pattern: '^(?:[01]\\d|2[0-3]):[0-5]\\d$', maxLength: 5, description });

const settings = {
  language: Language,
  timeZone: Text({ min: 1, max: 64, description: 'A name of the IANA time zone database, such as `Europe/Berlin`.' }),
  quietFrom: Nullable(
    TimeOfDay('When quiet hours begin, in `timeZone`. null: no quiet hours, and `quietTo` is null too.'),
  ),
  quietTo: Nullable(TimeOfDay('When quiet hours end. What happened in them is then sent in one message.')),
  waitingMinutes: Type.Integer({
    minimum: MIN_WAITING_MINUTES,
    maximum: MAX_WAITING_MINUTES,
    description: 'After how many minutes without a reply you are told that a ticket of yours waits.',
  }),
  digestAt: Nullable(TimeOfDay('When the daily summary is sent by mail, in `timeZone`. null: never.')),
};

const Choices = (description: string) =>
  Type.Array(NotificationKind, { maxItems: NOTIFICATION_KINDS.length, uniqueItems: true, description });
const choices = {
  mail: Choices('What is sent by mail.'),
  webhook: Choices('What is sent to the webhook.'),
};

/** A DeliveryError. */
const DeliveryErrorOrNull = (description: string) =>
  Nullable(
    Type.String({
      pattern: `^(?:${DELIVERY_PROBLEMS.join('|')}|(?:http|mail)-\\d{3})$`,
      description: `${description} address: it leads to a private network, or to no server. connection: the receiver cannot be reached, or its response is no valid HTTP. time-out: it did not respond in time, and may have taken the message. redirect: it redirects. http-*, mail-*: the status of a web server or mail server. mail-login: the mail server refused the user or the password. mail-tls: it has no valid TLS. no-mail: this server sends no mail.`,
    }),
  );

export const ChannelState = NamedObject('ChannelState', {
  waiting: Type.Boolean({ description: 'Whether a message waits for its first or next attempt.' }),
  stopped: Type.Boolean({
    description: 'The receiver responded with 410. Nothing is sent until the address is saved again.',
  }),
  lastSentAt: Nullable(DateTime('When a message last succeeded.')),
  lastErrorAt: Nullable(DateTime('When an attempt last failed. null: the last one succeeded.')),
  lastError: DeliveryErrorOrNull('Why the last attempt failed. null: it succeeded.'),
});
export type ChannelState = Static<typeof ChannelState>;

export const NotificationSettingsResponse = NamedObject('NotificationSettingsResponse', {
  ...settings,
  language: Type.Unsafe<NotificationLanguage | null>({
    type: ['string', 'null'],
    enum: [...NOTIFICATION_LANGUAGES, null],
    description: 'The language of messages. null: you have not chosen one, and they are in English.',
  }),
  timeZone: Nullable(Type.String({ description: 'A name of the IANA time zone database. null: not chosen, so UTC.' })),
  ...choices,
  mailAvailable: Type.Boolean({ description: 'Whether this server can send mail.' }),
  mailState: ChannelState,
  webhookFormat: Type.Unsafe<(typeof WEBHOOK_FORMATS)[number] | null>({
    type: ['string', 'null'],
    enum: [...WEBHOOK_FORMATS, null],
  }),
  webhookAddress: Nullable(Type.String({ description: 'Its beginning. The rest is secret. null: no webhook.' })),
  webhookState: ChannelState,
  webhookSecret: Nullable(
    Type.String({ description: 'Signs webhooks of the format `standard`. Shown only when the address is saved.' }),
  ),
});
export type NotificationSettingsResponse = Static<typeof NotificationSettingsResponse>;

export const UpdateNotificationSettingsRequest = ClosedObject('UpdateNotificationSettingsRequest', {
  language: Type.Optional(settings.language),
  timeZone: Type.Optional(settings.timeZone),
  quietFrom: Type.Optional(settings.quietFrom),
  quietTo: Type.Optional(settings.quietTo),
  waitingMinutes: Type.Optional(settings.waitingMinutes),
  digestAt: Type.Optional(settings.digestAt),
  mail: Type.Optional(choices.mail),
  webhook: Type.Optional(choices.webhook),
  webhookFormat: Type.Optional(WebhookFormat),
  webhookAddress: Type.Optional(
    Nullable(
      Text({
        min: 1,
        max: MAX_WEBHOOK_ADDRESS_LENGTH,
        description:
          'An https URL that leads to no private network. It needs `webhookFormat`. null removes the webhook.',
      }),
    ),
  ),
});
export type UpdateNotificationSettingsRequest = Static<typeof UpdateNotificationSettingsRequest>;

export const SendTestNotificationRequest = ClosedObject('SendTestNotificationRequest', {
  channel: Enum(NOTIFICATION_CHANNELS),
});

export const TestNotificationResult = NamedObject('TestNotificationResult', {
  error: DeliveryErrorOrNull('Why it failed. null: the receiver or the mail server accepted it.'),
});
