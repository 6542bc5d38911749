import type { ListedMemberResponse, MemberResponse } from '@player-support/contract/team/members';
import { projectIdsOf } from '../../domain/access.ts';
import { iso, isoOrNull } from '../../domain/time.ts';
import type { Store } from '../../store/store.ts';
import type { MemberRow } from '../../store/tables.ts';
import { isUsableAt } from '../relying-party.ts';
import { webhookHost } from './remove-webhook.ts';

export function presentMember(row: MemberRow): MemberResponse {
  return {
    id: row.member_id,
    email: row.email,
    name: row.name,
    role: row.role,
    projectIds: projectIdsOf(row.project_ids),
    disabled: row.disabled_at !== null,
    totp: row.totp_secret !== null,
    oidc: row.oidc_subject !== null,
    createdAt: iso(row.created_at),
  };
}

/** Shows a member to colleagues below admin: who it is, and what it may do. */
export function presentColleague(row: MemberRow): ListedMemberResponse {
  const hidden = { email: null, totp: null, oidc: null, wrongCodesAt: null, webhookHost: null };
  return { ...presentMember(row), ...hidden, passkey: null, passkeyUsable: null };
}

/** Lists the members as admins see them, oldest first. `host`: of this server, if known. */
export async function listedMembers(store: Store, host: string | undefined): Promise<ListedMemberResponse[]> {
  const members = await store.members.list();
  const webhooks = await store.notificationSettings.webhooks();
  const addresses = new Map(webhooks.map(({ member_id, address }) => [member_id, address]));
  const passkeys = Map.groupBy(await store.passkeys.hosts(), ({ member_id }) => member_id);
  return members.map((row) => {
    const webhook = addresses.get(row.member_id);
    const own = passkeys.get(row.member_id) ?? [];
    return {
      ...presentMember(row),
      passkey: own.length > 0,
      passkeyUsable: own.some((one) => isUsableAt(host, one)),
      wrongCodesAt: isoOrNull(row.code_alert_at),
      webhookHost: webhook ? webhookHost(webhook) : null,
    };
  });
}
