import { newId } from '../../domain/ids.ts';
import { wrongCodesMail } from '../../notifications/notification-mail.ts';
import { languageOf } from '../../notifications/texts.ts';
import type { Available } from '../../operations/context.ts';
import type { MemberRow } from '../../store/tables.ts';
import { isFullOwner } from '../members/change-member.ts';

/**
 * Tells member and owners that a person with the password guesses codes, in the console and by
 * mail.
 */
export async function tellWrongCodes(
  { config, store, notifier, live }: Pick<Available, 'config' | 'store' | 'notifier' | 'live'>,
  { member_id, name, email }: MemberRow,
  now: number,
): Promise<void> {
  live.settingsChanged('members');
  const { mailer } = notifier;
  if (mailer === undefined) return;
  const told = (await store.members.list()).filter((one) => one.member_id === member_id || isFullOwner(one));
  for (const { member_id: toldId, email: to } of told) {
    const setting = await store.notificationSettings.ofMember(toldId);
    const id = newId('delivery', now);
    const addressed = { id, to, language: languageOf(setting?.language), publicUrl: config.publicUrl };
    await mailer.send(wrongCodesMail(addressed, toldId === member_id ? 'own' : 'other', `${name} (${email})`));
  }
}
