import type { Executor } from './database.ts';
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
  db.selectFrom('service_secret').select('value').where('name', '=', name),
);

/** Secrets that all nodes share. Each is created once. */
export const serviceSecrets = (db: Executor) => ({
  byName: async (name: string) => (await db.one(byName, { name }))?.value,
  /** Stores this value if there is none yet. Returns the stored value. */
  async createOnce(name: string, value: string): Promise<string> {
    await db.run(insert, { name, value });
    return (await db.one(byName, { name }))?.value ?? value;
  },
});
