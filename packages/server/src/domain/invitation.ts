import type { Access } from './access.ts';
import { newId } from './ids.ts';
import { DAY } from './time.ts';
import { hashSecret, INVITATION_TOKEN_PREFIX, newSecret } from './tokens.ts';

const LIFETIME_MS = 7 * DAY;

interface InvitationFields extends Access {
  /** In lower case. Null: the person who opens the link enters it. */
  readonly email: string | null;
  /** The link sets the password of this member. Absent: it invites a new member. */
  readonly memberId?: string;
  /** A member or API key. Absent: the operator. */
  readonly createdBy?: string | undefined;
  /** For limits of the new member: see `CountedCaller`. Absent: itself. */
  readonly inviterId?: string | undefined;
}

/** An invitation or a password link. Returns its secret token and its row. */
export function newInvitation(
  { email, role, projectIds, memberId, createdBy, inviterId }: InvitationFields,
  now: number,
) {
  const token = INVITATION_TOKEN_PREFIX + newSecret();
  const row = {
    invitation_id: newId('invitation', now),
    token_hash: hashSecret(token),
    email,
    role,
    project_ids: projectIds === null ? null : JSON.stringify(projectIds),
    member_id: memberId ?? null,
    created_at: now,
    expires_at: now + LIFETIME_MS,
    created_by: createdBy ?? null,
    inviter_id: inviterId ?? null,
  };
  return { token, row };
}
