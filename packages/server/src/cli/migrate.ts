import { openStore } from '../store/store.ts';
import { type Command, notice } from './command.ts';

export const migrate: Command = {
  usage: 'migrate',
  about: 'bring the database up to date',
  async run({ config, print }) {
    const store = await openStore(config.databaseUrl, { mode: 'tool', postgres: config.postgres, notice });
    try {
      const applied = await store.migrate();
      print(applied.length === 0 ? 'nothing to do' : `applied ${applied.join(', ')}`);
      return 0;
    } finally {
      await store.close();
    }
  },
};
