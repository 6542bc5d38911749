import type { NotificationChannel } from '@player-support/contract/enums';
import { newId } from '../domain/ids.ts';
import { isQuiet } from '../domain/local-time.ts';
import { CLOCK_SKEW_MS, DAY, latestTime, MINUTE } from '../domain/time.ts';
import type { Context } from '../operations/context.ts';
import type { Window } from '../store/news.ts';
import type { ActiveChannel } from '../store/notification-settings.ts';
import { settleTime } from '../store/settle-time.ts';
import type { Store } from '../store/store.ts';
import { isDigestDue, newsOfMember } from './news-of-member.ts';
import { type Payload, SMTP_TARGET } from './payload.ts';

/** Between two messages. News in between becomes one message. */
const PAUSE: Readonly<Record<NotificationChannel, number>> = { webhook: MINUTE, mail: 15 * MINUTE };
/** Older changes are not told, such as after weeks without a mail server. */
const MAX_BACKLOG_MS = 3 * DAY;
/** How rarely the position is stored without news, so that an idle server writes little. */
const STORE_POSITION_MS = 10 * MINUTE;

type MakeOptions = Pick<Context, 'store' | 'config'> & { readonly now: number; readonly stopping: () => boolean };

/**
 * One for each channel with news. At most one waits per channel. Until it ends, and in quiet hours,
 * news gathers into one.
 */
export async function makeDeliveries({ store, config, now, stopping }: MakeOptions): Promise<void> {
  const settled = now - settleTime(config.postgres);
  for (const channel of await store.notificationSettings.active({
    now,
    latest: latestTime(now, Math.max(...Object.values(PAUSE))),
  })) {
    if (stopping()) return;
    if (channel.channel === 'mail' && config.mail.smtpUrl === '') continue;
    if (channel.told_until > now + CLOCK_SKEW_MS) {
      // A clock was ahead. What was told may be told again, and nothing is left out.
      await store.notificationSettings.told({ ...channel, to: settled, not_before: now });
      continue;
    }
    // What happens while a member is disabled is not told later.
    if (settled > channel.told_until && (channel.disabled_at !== null || !isQuiet(now, channel))) {
      await makeDelivery(store, channel, now, settled);
    }
  }
}

async function makeDelivery(store: Store, channel: ActiveChannel, now: number, to: number): Promise<void> {
  const { member_id: memberId, channel: name, told_until: from } = channel;
  const payload = await payloadOf(store, channel, { from: Math.max(from, to - MAX_BACKLOG_MS), to });
  if (payload === undefined) {
    if (to - from >= STORE_POSITION_MS) await store.notificationSettings.told({ ...channel, to, not_before: now });
    return;
  }
  await store.transaction(async (tx) => {
    // Another node may have read the same news. Only one moves the position.
    if (!(await tx.notificationSettings.told({ ...channel, to, not_before: now + PAUSE[name] }))) return;
    await tx.deliveries.add({
      delivery_id: newId('delivery', now),
      owner_id: memberId,
      channel: name,
      target: channel.address === null ? SMTP_TARGET : new URL(channel.address).host,
      payload: JSON.stringify(payload),
      attempts: 0,
      created_at: now,
      due_at: now,
      finished_at: null,
    });
  });
}

async function payloadOf(store: Store, channel: ActiveChannel, window: Window): Promise<Payload | undefined> {
  if (channel.disabled_at !== null) return undefined;
  const news = await newsOfMember(store, channel, window);
  const digest = channel.channel === 'mail' && isDigestDue(channel, window);
  return news.items.length === 0 && !digest ? undefined : { ...news, digest };
}
