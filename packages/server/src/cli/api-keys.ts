import { projectIdsOf } from '../domain/access.ts';
import { isUsable, newApiKey } from '../domain/api-key.ts';
import { iso, isoOrNull, parseFutureTime } from '../domain/time.ts';
import { OperatorError } from '../operator-error.ts';
import type { ApiKeyRow } from '../store/tables.ts';
import { revokeGrantsOf } from '../team/revoke-grants.ts';
import { accessOptions, readAccess } from './access-options.ts';
import { type Command, endedText, table, withStore } from './command.ts';

const NAME_LENGTH = 100;

export const createKey: Command = {
  usage: 'api-key create --name <name> [--role <role>] [--project <id>]... [--expires <date-time>] [--json]',
  about: 'create a team API key and print it, this once',
  options: {
    ...accessOptions,
    name: { type: 'string' },
    expires: { type: 'string' },
    json: { type: 'boolean' },
  },
  async run(invocation) {
    const { name = '', expires, json } = invocation.values;
    if (name.trim() === '' || name.length > NAME_LENGTH) {
      throw new OperatorError(`say what the key is for, in at most ${NAME_LENGTH} characters: --name <name>`);
    }
    const now = Date.now();
    const expiresAt = expires === undefined ? null : readExpiry(expires, now);
    const { key, row } = await withStore(invocation, async (store) => {
      const created = newApiKey(name, now, await readAccess(invocation, store), { expiresAt });
      await store.apiKeys.insert(created.row);
      return created;
    });
    invocation.print(json ? JSON.stringify({ id: row.api_key_id, key }) : `${row.api_key_id}\n${key}`);
    return 0;
  },
};

/** @throws OperatorError */
function readExpiry(text: string, now: number): number {
  const time = parseFutureTime(text, now);
  if (time !== undefined) return time;
  throw new OperatorError('--expires must be a date-time in the future with an offset, such as 2030-01-31T12:00:00Z');
}

export const listKeys: Command = {
  usage: 'api-key list [--json]',
  about: 'list team API keys, without the keys themselves',
  options: { json: { type: 'boolean' } },
  async run(invocation) {
    const rows = await withStore(invocation, (store) => store.apiKeys.list());
    const keys = rows.map((row) => ({
      id: row.api_key_id,
      name: row.name,
      role: row.role,
      projectIds: projectIdsOf(row.project_ids),
      createdAt: iso(row.created_at),
      createdBy: row.created_by,
      lastUsedAt: isoOrNull(row.last_used_at),
      expiresAt: isoOrNull(row.expires_at),
      suspendedAt: isoOrNull(row.suspended_at),
      revokedAt: isoOrNull(row.revoked_at),
    }));
    if (invocation.values.json) invocation.print(JSON.stringify(keys));
    else {
      const now = Date.now();
      const lines = rows.map((row) => {
        const projectIds = projectIdsOf(row.project_ids);
        const where = projectIds === null ? 'all projects' : `${projectIds.length} projects`;
        const times = [row.created_at, row.last_used_at, row.expires_at].map((time) => isoOrNull(time) ?? '-');
        return [row.api_key_id, stateOf(row, now), row.role, where, row.created_by ?? 'operator', ...times, row.name];
      });
      const titles = ['ID', 'STATE', 'ROLE', 'WHERE', 'CREATED BY', 'CREATED', 'LAST USED', 'EXPIRES', 'NAME'];
      invocation.print(table([titles, ...lines]));
    }
    return 0;
  },
};

function stateOf(key: ApiKeyRow, now: number): string {
  if (key.revoked_at !== null) return 'revoked';
  if (key.suspended_at !== null) return 'suspended';
  return isUsable(key, now) ? 'active' : 'expired';
}

export const revokeKey: Command = {
  usage: 'api-key revoke <id>',
  about: 'revoke a team API key, delete its links and suspend the keys it created',
  async run(invocation) {
    const [id = ''] = invocation.positionals;
    const now = Date.now();
    const ended = await withStore(invocation, (store) =>
      store.transaction(async (tx) => ((await tx.apiKeys.revoke(id, now)) ? revokeGrantsOf(tx, id, now) : undefined)),
    );
    if (ended === undefined) throw new OperatorError(`there is no key ${JSON.stringify(id)} that could be revoked`);
    invocation.print(`revoked ${id}; ${endedText(ended)}`);
    return 0;
  },
};
