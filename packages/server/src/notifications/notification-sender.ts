import type { Config } from '../config.ts';
import type { Sender } from '../outbox/outbox.ts';
import { type Outcome, type Post, post } from '../outbox/post.ts';
import type { Store } from '../store/store.ts';
import type { NotificationChannelRow, NotificationSettingRow } from '../store/tables.ts';
import { digestLines } from './digest.ts';
import type { Mailer } from './mailer.ts';
import { notificationMail } from './notification-mail.ts';
import { type Payload, resolveItems } from './payload.ts';
import { discordBody, signedHeaders, slackBody, standardBody, type WebhookContent } from './webhook-message.ts';

/** How long a receiver may take, from the look-up of its name to its status. */
export const ATTEMPT_TIMEOUT_MS = 10_000;

/** What a message is sent for. */
interface Message {
  readonly id: string;
  readonly channel: NotificationChannelRow;
  readonly language: NotificationSettingRow['language'];
  readonly email: string;
  /** Without items and digest: a test. */
  readonly content: Pick<WebhookContent, 'items'> & { readonly digest: readonly string[] };
  readonly now: number;
}

export interface NotifierOptions {
  readonly store: Store;
  readonly config: Config;
  readonly clock: () => number;
  /** Undefined without SMTP_URL. */
  readonly mailer: Mailer | undefined;
}

/** Sends messages to members. */
export function createNotifier({ store, config, clock, mailer }: NotifierOptions) {
  const { publicUrl, webhookAllowPrivate: allowPrivate } = config;

  /** Sends a message once. */
  async function send(message: Message): Promise<Outcome> {
    const { channel, language, content, email } = message;
    if (channel.channel === 'webhook') {
      const request = webhookRequest(message, { ...content, language, publicUrl });
      return post(request, { allowPrivate, timeoutMilliseconds: ATTEMPT_TIMEOUT_MS });
    }
    if (mailer === undefined) return { ok: false, error: 'no-mail' };
    return mailer.send(notificationMail({ id: message.id, to: email, language, publicUrl, ...content }));
  }

  const sender: Sender = {
    async send({ delivery_id: id, owner_id: memberId, channel: name, payload }) {
      const [member, setting] = [
        await store.members.byId(memberId),
        await store.notificationSettings.ofMember(memberId),
      ];
      const channel = (await store.notificationSettings.channelsOf(memberId)).find((one) => one.channel === name);
      // The member, or the member's access or choice, may be gone since the delivery was made.
      if (member === undefined || member.disabled_at !== null || setting === undefined || channel === undefined) {
        return 'dropped';
      }
      const { items: made, digest: hasDigest } = JSON.parse(payload) as Payload;
      const items = await resolveItems(store, made, member);
      const digest = hasDigest ? await digestLines(store, member, setting.language) : [];
      if (items.length === 0 && digest.length === 0) return 'dropped';
      const { language } = setting;
      return send({ id, channel, language, email: member.email, content: { items, digest }, now: clock() });
    },
    async settled({ notificationSettings }, { owner_id: memberId, channel }, outcome, now) {
      if (outcome === 'dropped') return;
      if (outcome.ok) return notificationSettings.sent({ memberId, channel, now });
      const { error, gone } = outcome;
      return notificationSettings.failed({ memberId, channel, now, error, stoppedAt: gone ? now : null });
    },
  };
  return {
    sender,
    /** Undefined if the server sends no mail. */
    mailer,
    /** Sends a test message once. */
    test: (message: Omit<Message, 'content' | 'now'>) =>
      send({ ...message, content: { items: [], digest: [] }, now: clock() }),
  };
}

export type Notifier = ReturnType<typeof createNotifier>;

function webhookRequest({ id, channel, now }: Message, content: WebhookContent): Post {
  const { format, secret } = channel;
  const url = channel.address ?? '';
  if (format === 'slack') return { url, body: slackBody(content), headers: {} };
  if (format === 'discord') return { url, body: discordBody(content), headers: {} };
  const body = standardBody(content, now);
  return { url, body, headers: signedHeaders(id, body, secret ?? '', now) };
}
