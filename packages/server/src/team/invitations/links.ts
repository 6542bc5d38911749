import type { CreatedInvitationResponse, InvitationResponse } from '@player-support/contract/team/invitations';
import { projectIdsOf } from '../../domain/access.ts';
import { iso } from '../../domain/time.ts';
import { hashSecret } from '../../domain/tokens.ts';
import { AppError } from '../../errors.ts';
import { linkMail } from '../../notifications/notification-mail.ts';
import { languageOf } from '../../notifications/texts.ts';
import type { TeamCaller } from '../../operations/callers.ts';
import type { Available } from '../../operations/context.ts';
import type { Store } from '../../store/store.ts';
import type { InvitationRow } from '../../store/tables.ts';

export const invalidLink = () =>
  new AppError('not-found', { detail: 'This link was used or deleted, or it has expired.' });

/** Throws AppError `not-found`. */
export async function validInvitation({ invitations }: Store, token: string, now: number): Promise<InvitationRow> {
  const invitation = await invitations.valid(hashSecret(token), now);
  if (invitation === undefined) throw invalidLink();
  return invitation;
}

export function presentInvitation(row: InvitationRow): InvitationResponse {
  return {
    id: row.invitation_id,
    email: row.email,
    role: row.role,
    projectIds: projectIdsOf(row.project_ids),
    memberId: row.member_id,
    createdAt: iso(row.created_at),
    expiresAt: iso(row.expires_at),
    createdBy: row.created_by,
  };
}

type Parts = Pick<Available, 'config' | 'store' | 'notifier' | 'limits'>;

/**
 * Counts a mail before its link is created: callers enter any address. Throws AppError
 * `rate-limited`.
 */
export function countLinkMail({ limits, notifier }: Parts, caller: TeamCaller): void {
  if (notifier.mailer !== undefined) limits.consumeByCaller('linkMail', caller);
}

/** Shows a new link, and mails it once: only the token's hash is stored. */
export async function sendLink(
  { config: { publicUrl }, store, notifier: { mailer } }: Parts,
  caller: TeamCaller,
  row: InvitationRow,
  token: string,
) {
  const { invitation_id: id, email: to, member_id } = row;
  let mail: CreatedInvitationResponse['mail'] = 'off';
  if (mailer !== undefined && to !== null) {
    // A new member's language is unknown. The inviting member's is the best guess.
    const setting = await store.notificationSettings.ofMember(member_id ?? caller.id);
    const addressed = { id, to, language: languageOf(setting?.language), publicUrl };
    const letter = linkMail(addressed, member_id === null ? 'invitation' : 'password', token);
    mail = (await mailer.send(letter)).ok ? 'sent' : 'failed';
  }
  return {
    status: 201,
    body: { invitation: presentInvitation(row), mail, token },
    headers: { location: `/api/v1/team/invitations/${id}` },
  } as const;
}
