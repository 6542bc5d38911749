import type { TestContext } from 'node:test';
import { openPostgres } from '../../../src/store/postgres/open.ts';
import { POSTGRES_DEFAULTS } from '../../../src/store/postgres/options.ts';
import { postgresSchema } from '../../helpers/databases.ts';
import { migratedDatabase } from '../../helpers/migrated-database.ts';
import { closedOnce, storeContract } from '../../store-contract/contract.ts';

const open = async (t: Pick<TestContext, 'after'>, url: string) =>
  closedOnce(t, await openPostgres(url, POSTGRES_DEFAULTS, undefined));

storeContract(
  'postgres',
  async (t) => open(t, await postgresSchema(t)),
  async (t) => {
    const { url, drop } = await migratedDatabase(t, 'postgres');
    const db = await open(t, url);
    // After the database was closed.
    t.after(drop);
    return db;
  },
);
