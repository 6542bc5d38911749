import { Command } from '@commander-js/extra-typings';
import { newApiKey } from '../../domain/api-key.ts';
import { parseFutureTime } from '../../domain/time.ts';
import { OperatorError } from '../../operator-error.ts';
import { PROJECT_OPTION, ROLE_OPTION, readAccess } from '../access-options.ts';
import { asOperator } from '../as-operator.ts';
import { labelled, print } from '../output.ts';
import { withStore } from '../with-store.ts';

const MAX_NAME_LENGTH = 100;

export const createApiKey = new Command('create')
  .description('create a team API key and print it; it cannot be printed again')
  .requiredOption('--name <name>', 'what the key is for')
  .option(...ROLE_OPTION)
  .option(...PROJECT_OPTION)
  .option('--expires <date-time>', 'when the key stops working, such as 2030-01-31T12:00:00Z')
  .option('--json', 'print JSON')
  .action(async ({ name, role = 'owner', project, expires, json }) => {
    if (name.trim() === '' || name.length > MAX_NAME_LENGTH) {
      throw new OperatorError(`--name must say in at most ${MAX_NAME_LENGTH} characters what the key is for`);
    }
    const now = Date.now();
    const expiresAt = expires === undefined ? null : readExpiry(expires, now);
    const { key, row } = await withStore(async (store) => {
      const access = await readAccess(role, project, store);
      const created = newApiKey(name, now, access, { expiresAt });
      return asOperator(store, 'CreateApiKey', async (tx) => {
        await tx.apiKeys.insert(created.row);
        const details = { role: access.role, projectIds: access.projectIds };
        return { result: created, subject: { target: created.row.api_key_id, details } };
      });
    });
    print(
      json ? JSON.stringify({ id: row.api_key_id, key }) : `${labelled('id', row.api_key_id)}\n${labelled('key', key)}`,
    );
  });

function readExpiry(text: string, now: number): number {
  const time = parseFutureTime(text, now);
  if (time !== undefined) return time;
  throw new OperatorError('--expires must be a date-time in the future with an offset, such as 2030-01-31T12:00:00Z');
}
