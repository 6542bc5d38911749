import { openPostgres } from '../../../src/store/postgres/open.ts';
import { POSTGRES_DEFAULTS } from '../../../src/store/postgres/options.ts';
import { postgresSchema } from '../../helpers/databases.ts';
import { closedOnce, storeContract } from '../../store-contract/contract.ts';

storeContract('postgres', async (t) => {
  const url = await postgresSchema(t);
  return closedOnce(t, await openPostgres(url, POSTGRES_DEFAULTS, undefined));
});
