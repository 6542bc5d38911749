import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from '@commander-js/extra-typings';
import { FairTurns } from '../domain/fair-turns.ts';
import { indexOnce } from '../jobs/index-messages.ts';
import type { Store } from '../store/store.ts';
import { print } from './output.ts';
import { withStore } from './with-store.ts';

/** Of one transaction. A server does less, and pauses after each. */
const BATCH = { messages: 200, bytes: 1_000_000, older: 200, milliseconds: Number.POSITIVE_INFINITY };
/** How often it is tried again while a node indexes. */
const RETRY_MS = 50;

export const indexMessages = new Command('index-messages')
  .description(
    'put all messages that wait into the index of the search, without the pauses of a server; on SQLite, stop the server first',
  )
  .action(async () => {
    const indexAll = async (store: Store) => {
      const turns = new FairTurns();
      while ((await store.searchIndex.hasTasks()) || (await store.searchIndex.hasOlder())) {
        const { goesOn } = await indexOnce(store, turns, BATCH);
        if (!goesOn) await sleep(RETRY_MS);
      }
    };
    // As a server, because only a server empties the WAL of SQLite.
    await withStore(indexAll, { asServer: true, anyKey: true });
    print('all messages are in the index of the search');
  });
