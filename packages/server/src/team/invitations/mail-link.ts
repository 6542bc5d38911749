import type { LinkMailResult } from '@player-support/contract/enums';
import { linkMail } from '../../notifications/notification-mail.ts';
import { languageOf } from '../../notifications/texts.ts';
import type { TeamCaller } from '../../operations/callers.ts';
import type { Available } from '../../operations/context.ts';
import type { InvitationRow } from '../../store/tables.ts';

type Parts = Pick<Available, 'config' | 'store' | 'notifier' | 'limits'>;

/**
 * Counts a mail before its link is created: callers enter any address. Throws AppError
 * `rate-limited`.
 */
export function countLinkMail({ limits, notifier }: Parts, caller: TeamCaller, now: number): void {
  if (notifier.mailer !== undefined) limits.consume('linkMail', caller.id, now);
}

/**
 * Tried once and not stored: the database has only the token's hash. The caller shows the link too.
 */
export async function mailLink(
  { config, store, notifier }: Parts,
  caller: TeamCaller,
  { invitation_id, email, member_id }: Pick<InvitationRow, 'invitation_id' | 'email' | 'member_id'>,
  token: string,
): Promise<LinkMailResult> {
  if (notifier.mailer === undefined || email === null) return 'off';
  // A new member's language is unknown. The inviting member's is the best guess.
  const setting = await store.notificationSettings.ofMember(member_id ?? caller.id);
  const addressed = {
    id: invitation_id,
    to: email,
    language: languageOf(setting?.language),
    publicUrl: config.publicUrl,
  };
  const mail = linkMail(addressed, member_id === null ? 'invitation' : 'password', token);
  return (await notifier.mailer.send(mail)).ok ? 'sent' : 'failed';
}
