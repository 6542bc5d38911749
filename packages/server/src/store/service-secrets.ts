import { isSealed, SecretKeyMissingError } from '../domain/sealed-text.ts';
import type { Executor } from './database.ts';
import type { RowSecrets } from './secrets/row-secrets.ts';
import { statement } from './statement.ts';
import { rowValues } from './table.ts';
import { type ServiceSecretRow, serviceSecretTable } from './tables.ts';

const insert = statement<ServiceSecretRow>()((db, row) =>
  db
    .insertInto('service_secret')
    .values(rowValues(serviceSecretTable, row))
    .onConflict((conflict) => conflict.column('name').doNothing()),
);

const byName = statement<{ name: string }>()((db, { name }) =>
  db.selectFrom('service_secret').select(serviceSecretTable.columns).where('name', '=', name),
);

/** Secrets that all nodes share. Each is created once. */
export function serviceSecrets(db: Executor, secrets: RowSecrets) {
  /** @throws SecretKeyMissingError if it cannot be opened */
  async function opened(name: string): Promise<string | undefined> {
    const row = await db.one(byName, { name });
    const value = row && secrets.open(serviceSecretTable, row).value;
    if (value !== undefined && isSealed(value)) throw new SecretKeyMissingError();
    return value;
  }
  return {
    byName: opened,
    /** Stores this value if there is none yet. Returns the stored value. */
    async createOnce(name: string, value: string): Promise<string> {
      await db.run(insert, secrets.seal(serviceSecretTable, { name, value }));
      return (await opened(name)) ?? value;
    },
  };
}
