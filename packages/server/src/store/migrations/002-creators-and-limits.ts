import type { Migration } from './index.ts';

/** Who made a key or a link, when a key was last used and ends, limits of a project, and secrets of the service. */
export const creatorsAndLimits: Migration = {
  id: '002-creators-and-limits',
  statements: ({ key }) => [
    `ALTER TABLE api_key ADD COLUMN created_by ${key}`,
    'ALTER TABLE api_key ADD COLUMN last_used_at bigint',
    'ALTER TABLE api_key ADD COLUMN expires_at bigint',
    'ALTER TABLE api_key ADD COLUMN suspended_at bigint',
    `ALTER TABLE invitation ADD COLUMN created_by ${key}`,
    // The audit log knows who made the keys and invitations that exist already. Operators have no id.
    creatorFromAudit('api_key', 'api_key_id', 'CreateApiKey'),
    creatorFromAudit('invitation', 'invitation_id', 'CreateInvitation'),
    'ALTER TABLE project ADD COLUMN limits text',
    `CREATE TABLE service_secret (
      name ${key} NOT NULL PRIMARY KEY,
      value text NOT NULL
    )`,
  ],
};

function creatorFromAudit(table: string, id: string, action: string): string {
  return `UPDATE ${table} SET created_by = (
    SELECT actor_id FROM audit_entry
    WHERE action = '${action}' AND target = ${table}.${id} AND actor_type IN ('member', 'api_key')
    ORDER BY audit_entry_id DESC LIMIT 1)`;
}
