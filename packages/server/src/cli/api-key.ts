import { Command } from '@commander-js/extra-typings';
import { hasVisible } from '@player-support/contract/visible-text';
import { projectIdsOf } from '../domain/access.ts';
import { isUsable, newApiKey } from '../domain/api-key.ts';
import { isoOrNull, parseFutureTime } from '../domain/time.ts';
import { OperatorError } from '../operator-error.ts';
import type { Store } from '../store/store.ts';
import type { ApiKeyRow } from '../store/tables.ts';
import { presentApiKey } from '../team/api-keys/present-api-key.ts';
import { revokeGrantsOf, unsentDetails } from '../team/revoke-grants.ts';
import { PROJECT_OPTION, ROLE_OPTION, readAccess } from './access-options.ts';
import { labelled, print, printTable, revokedGrantsText } from './output.ts';
import { asOperator, withStore } from './with-store.ts';

export const apiKey = new Command('api-key').description('team API keys');

const MAX_NAME_LENGTH = 100;

apiKey
  .command('create')
  .description('create a team API key and print it; it cannot be printed again')
  .requiredOption('--name <name>', 'what the key is for')
  .option(...ROLE_OPTION)
  .option(...PROJECT_OPTION)
  .option('--expires <date-time>', 'when the key stops working, such as 2030-01-31T12:00:00Z')
  .option('--json', 'print JSON')
  .action(async ({ name, role = 'owner', project, expires, json }) => {
    if (!hasVisible(name) || name.length > MAX_NAME_LENGTH) {
      throw new OperatorError(`--name must say in at most ${MAX_NAME_LENGTH} characters what the key is for`);
    }
    const now = Date.now();
    const expiresAt = expires === undefined ? null : readExpiry(expires, now);
    const create = async (store: Store) => {
      const access = await readAccess(role, project, store);
      const created = newApiKey(name, now, access, { expiresAt });
      return asOperator(store, 'CreateApiKey', async (tx) => {
        await tx.apiKeys.insert(created.row);
        return [created, { target: created.row.api_key_id, details: access }];
      });
    };
    const { key, row } = await withStore(create);
    print(
      json ? JSON.stringify({ id: row.api_key_id, key }) : `${labelled('id', row.api_key_id)}\n${labelled('key', key)}`,
    );
  });

function readExpiry(text: string, now: number): number {
  const time = parseFutureTime(text, now);
  if (time !== undefined) return time;
  throw new OperatorError('--expires must be a date-time in the future with an offset, such as 2030-01-31T12:00:00Z');
}

const TITLES = ['ID', 'STATE', 'ROLE', 'WHERE', 'CREATED BY', 'CREATED', 'LAST USED', 'EXPIRES', 'NAME'];

apiKey
  .command('list')
  .description('list the team API keys, without their secrets')
  .option('--json', 'print JSON')
  .action(async ({ json }) => {
    const rows = await withStore((store) => store.apiKeys.list());
    const now = Date.now();
    if (json) print(JSON.stringify(rows.map(presentApiKey)));
    else printTable([TITLES, ...rows.map((row) => asCells(row, now))]);
  });

function asCells(row: ApiKeyRow, now: number): string[] {
  const projectIds = projectIdsOf(row.project_ids);
  const where = projectIds === null ? 'all projects' : `${projectIds.length} projects`;
  const times = [row.created_at, row.last_used_at, row.expires_at].map((time) => isoOrNull(time) ?? '-');
  return [row.api_key_id, stateOf(row, now), row.role, where, row.created_by ?? 'operator', ...times, row.name];
}

function stateOf(key: ApiKeyRow, now: number): string {
  if (key.revoked_at !== null) return 'revoked';
  if (key.suspended_at !== null) return 'suspended';
  return isUsable(key, now) ? 'active' : 'expired';
}

apiKey
  .command('revoke')
  .description('revoke a team API key, delete its links and suspend the keys it created')
  .argument('<id>')
  .action(async (id) => {
    const grants = await withStore((store) =>
      asOperator(store, 'DeleteApiKey', async (tx, now) => {
        if (!(await tx.apiKeys.revoke(id, now))) return [undefined, undefined];
        const revoked = await revokeGrantsOf(tx, id, now);
        return [revoked, { target: id, details: unsentDetails(revoked.unsent) }];
      }),
    );
    if (grants === undefined) {
      const hint = 'is DATABASE_URL that of the server?';
      throw new OperatorError(`there is no key ${JSON.stringify(id)} that could be revoked; ${hint}`);
    }
    print(`revoked ${id}; ${revokedGrantsText(grants)}`);
  });
