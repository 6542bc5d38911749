import { Command } from '@commander-js/extra-typings';
import { citusStatements } from '../store/postgres/citus.ts';
import { print } from './output.ts';

export const citusSql = new Command('citus-sql')
  .description('print the SQL statements that distribute a migrated schema on Citus')
  .action(() => print(citusStatements().join('\n')));
