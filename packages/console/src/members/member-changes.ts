import type { MemberResponse, UpdateMemberRequest } from '@player-support/contract/team/members';
import type { Access } from '../data/access.ts';
import { changedFields } from '../lib/changed-fields.ts';

type MemberFields = Required<Omit<UpdateMemberRequest, 'oidc'>>;

/** Empty: nothing changed. The order of projects does not matter. */
export function memberChanges(
  before: Pick<MemberResponse, 'role' | 'projectIds' | 'disabled'>,
  after: Access & { readonly disabled: boolean },
): UpdateMemberRequest {
  const fieldsOf = ({ role, projectIds, disabled }: typeof after): MemberFields => ({
    role,
    projectIds: projectIds === null ? null : [...projectIds].sort(),
    disabled,
  });
  return changedFields(fieldsOf(before), fieldsOf(after));
}
