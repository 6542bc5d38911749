import { projectIdsOf } from '../domain/access.ts';
import { newApiKey } from '../domain/api-key.ts';
import { iso, isoOrNull } from '../domain/time.ts';
import { OperatorError } from '../errors.ts';
import { accessOptions, readAccess } from './access-options.ts';
import { type Command, table, withStore } from './command.ts';

const NAME_LENGTH = 100;

export const createKey: Command = {
  usage: 'api-key create --name <name> [--role <role>] [--project <id>]... [--json]',
  about: 'create a team API key and print it, this once',
  options: { ...accessOptions, name: { type: 'string' }, json: { type: 'boolean' } },
  async run(invocation) {
    const { name = '', json } = invocation.values;
    if (name.trim() === '' || name.length > NAME_LENGTH) {
      throw new OperatorError(`say what the key is for, in at most ${NAME_LENGTH} characters: --name <name>`);
    }
    const { key, row } = await withStore(invocation, async (store) => {
      const made = newApiKey(name, Date.now(), await readAccess(invocation, store));
      await store.apiKeys.insert(made.row);
      return made;
    });
    invocation.print(json ? JSON.stringify({ id: row.api_key_id, key }) : `${row.api_key_id}\n${key}`);
    return 0;
  },
};

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
      revokedAt: isoOrNull(row.revoked_at),
    }));
    if (invocation.values.json) invocation.print(JSON.stringify(keys));
    else {
      const lines = keys.map(({ id, name, role, projectIds, createdAt, revokedAt }) => {
        const where = projectIds === null ? 'all projects' : `${projectIds.length} projects`;
        return [id, role, where, createdAt, revokedAt ?? '-', name];
      });
      invocation.print(table([['ID', 'ROLE', 'WHERE', 'CREATED', 'REVOKED', 'NAME'], ...lines]));
    }
    return 0;
  },
};

export const revokeKey: Command = {
  usage: 'api-key revoke <id>',
  about: 'refuse a team API key from now on',
  async run(invocation) {
    const [id = ''] = invocation.positionals;
    const revoked = await withStore(invocation, (store) => store.apiKeys.revoke(id, Date.now()));
    if (!revoked) throw new OperatorError(`there is no key ${JSON.stringify(id)} that could be revoked`);
    invocation.print(`revoked ${id}`);
    return 0;
  },
};
