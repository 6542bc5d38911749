import type { Migration } from './index.ts';

/** Adds creators of keys and links, last use and expiry of keys, project limits, and secrets. */
export const creatorsAndLimits: Migration = {
  id: '002-creators-and-limits',
  statements: ({ key }) => [
    `ALTER TABLE api_key ADD COLUMN created_by ${key}`,
    'ALTER TABLE api_key ADD COLUMN last_used_at bigint',
    'ALTER TABLE api_key ADD COLUMN expires_at bigint',
    'ALTER TABLE api_key ADD COLUMN suspended_at bigint',
    `ALTER TABLE invitation ADD COLUMN created_by ${key}`,
    // The audit log says who created the existing keys and invitations. Operators have no id.
    creatorFromAudit('api_key', 'api_key_id', 'CreateApiKey'),
    creatorFromAudit('invitation', 'invitation_id', 'CreateInvitation'),
    // Disabled members must not keep access through keys and links that they created.
    `${ENDED} UPDATE api_key
      SET suspended_at = (SELECT MIN(since) FROM ended WHERE ended.id = api_key.api_key_id)
      WHERE revoked_at IS NULL AND api_key_id IN (SELECT id FROM ended)`,
    `${ENDED} DELETE FROM invitation WHERE created_by IN (SELECT id FROM ended)`,
    'ALTER TABLE project ADD COLUMN limits text',
    `CREATE TABLE service_secret (
      name ${key} NOT NULL PRIMARY KEY,
      value text NOT NULL
    )`,
  ],
};

/** The disabled members, and the keys that they created, directly or through other keys. */
const ENDED = `WITH RECURSIVE ended (id, since) AS (
  SELECT member_id, disabled_at FROM member WHERE disabled_at IS NOT NULL
  UNION
  SELECT api_key_id, since FROM api_key JOIN ended ON created_by = ended.id
)`;

function creatorFromAudit(table: string, id: string, action: string): string {
  return `UPDATE ${table} SET created_by = (
    SELECT actor_id FROM audit_entry
    WHERE action = '${action}' AND target = ${table}.${id} AND actor_type IN ('member', 'api_key')
    ORDER BY audit_entry_id DESC LIMIT 1)`;
}
