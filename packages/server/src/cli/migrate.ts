import { Command } from '@commander-js/extra-typings';
import { print } from './output.ts';
import { withStore } from './with-store.ts';

export const migrate = new Command('migrate').description('bring the database up to date').action(async () => {
  const applied = await withStore((store) => store.migrate(), { anySchema: true });
  print(applied.length === 0 ? 'nothing to do' : `applied ${applied.join(', ')}`);
});
