import { isSealed, SecretKeyMissingError } from '../domain/sealed-text.ts';
import type { Executor } from './database.ts';
import { insertNewRow, selectRows } from './plain-statements.ts';
import type { RowSecrets } from './secrets/row-secrets.ts';
import { serviceSecretTable } from './tables.ts';

const insert = insertNewRow(serviceSecretTable);
const byName = selectRows(serviceSecretTable, ['name']);

export function serviceSecrets(db: Executor, secrets: RowSecrets) {
  /** Throws SecretKeyMissingError. */
  async function opened(name: string): Promise<string | undefined> {
    const row = await db.one(byName, { name });
    const value = row && secrets.open(serviceSecretTable, row).value;
    if (value !== undefined && isSealed(value)) throw new SecretKeyMissingError();
    return value;
  }
  return {
    byName: opened,
    /** Stores a value unless the secret has one. Returns the value that is stored then. */
    async createOnce(name: string, value: string): Promise<string> {
      await db.run(insert, secrets.seal(serviceSecretTable, { name, value }));
      return (await opened(name)) ?? value;
    },
  };
}
