import type { Access } from './access.ts';
import { newId } from './ids.ts';
import { DAY } from './time.ts';
import { hashSecret, newInvitationToken } from './tokens.ts';

const LIFETIME = 7 * DAY;

interface Invited extends Access {
  /** In lower case; null if whoever opens the link says it. */
  readonly email: string | null;
  /** Of whom it sets a new password, instead of making a new member. */
  readonly memberId?: string;
  /** The id of the member or key that creates it; absent: an operator. */
  readonly createdBy?: string;
}

/** A new invitation, and the token of its link. */
export function newInvitation({ email, role, projectIds, memberId, createdBy }: Invited, now: number) {
  const token = newInvitationToken();
  const row = {
    invitation_id: newId('invitation', now),
    token_hash: hashSecret(token),
    email,
    role,
    project_ids: projectIds === null ? null : JSON.stringify(projectIds),
    member_id: memberId ?? null,
    created_at: now,
    expires_at: now + LIFETIME,
    created_by: createdBy ?? null,
  };
  return { token, row };
}
