import { randomBytes } from 'node:crypto';
import type { Access } from '../../domain/access.ts';
import { newId } from '../../domain/ids.ts';
import { NO_FACTOR } from '../../domain/second-factor.ts';
import type { MemberRow } from '../../store/tables.ts';

type NewMember = Access &
  Pick<MemberRow, 'email' | 'name'> & {
    readonly passwordHash: string;
    readonly inviterId?: string | null;
  };

export function newMember(
  { email, name, role, projectIds, passwordHash, inviterId = null }: NewMember,
  now: number,
): MemberRow {
  return {
    member_id: newId('member', now),
    email,
    name,
    role,
    project_ids: projectIds === null ? null : JSON.stringify(projectIds),
    password_hash: passwordHash,
    ...NO_FACTOR,
    created_at: now,
    disabled_at: null,
    oidc_issuer: null,
    oidc_subject: null,
    oidc_access_at: null,
    oidc_groups_unknown_since: null,
    inviter_id: inviterId,
  };
}

/** No password matches, and a sign-in takes as long as with a wrong one. */
export function noPassword(): string {
  const random = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=19456,t=2,p=1$${random(16)}$${random(32)}`;
}
