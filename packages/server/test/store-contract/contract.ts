import type { TestContext } from 'node:test';
import type { Database } from '../../src/store/database.ts';
import { createStore, type Store } from '../../src/store/store.ts';
import { migrationsContract } from './migrations.ts';
import { nodesContract } from './nodes.ts';
import { playersContract } from './players.ts';
import { queueContract } from './queue.ts';
import { queueSearchContract } from './queue-search.ts';
import { receiptsContract } from './receipts.ts';
import { referenceContract } from './reference.ts';
import { searchContract } from './search.ts';
import { ticketsContract } from './tickets.ts';
import { transactionsContract } from './transactions.ts';

/** Closed after the test. */
export type OpenDatabase = (t: Pick<TestContext, 'after'>) => Promise<Database>;

/** Opens a store with empty tables. */
export type OpenStore = (t: Pick<TestContext, 'after'>) => Promise<Store>;

/** Closed after the test, unless the test closes it. */
export function closedOnce(t: Pick<TestContext, 'after'>, db: Database): Database {
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= db.close();
    return closed;
  };
  t.after(close);
  return new Proxy(db, {
    get(target, name) {
      if (name === 'close') return close;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/**
 * Tests what all engines must do alike. `openMigrated`: opens a copy with all tables, as migrating
 * takes longer than most tests.
 */
export function storeContract(engine: string, openEmpty: OpenDatabase, openMigrated: OpenDatabase): void {
  const open: OpenStore = async (t) => createStore(await openMigrated(t));
  migrationsContract(engine, openEmpty);
  transactionsContract(engine, open);
  referenceContract(engine, open);
  playersContract(engine, open);
  ticketsContract(engine, open);
  queueContract(engine, open);
  queueSearchContract(engine, open);
  receiptsContract(engine, open);
  searchContract(engine, open);
  nodesContract(engine, open);
}
