import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Command } from '@commander-js/extra-typings';
import { parseDayOrTime } from '../domain/time.ts';
import { OperatorError } from '../operator-error.ts';
import { auditLines } from '../team/audit/audit-lines.ts';
import { withStore } from './with-store.ts';

export const audit = new Command('audit').description('the audit log');

audit
  .command('export')
  .description('print the audit log as JSON lines, oldest first')
  .option('--from <date>', 'entries from this time on, such as 2030-01-31 or 2030-01-31T12:00:00Z')
  .option('--to <date>', 'entries before this time')
  .action(async ({ from, to }) => {
    const period = { from: readTime('--from', from), to: readTime('--to', to) };
    if (period.from !== undefined && period.to !== undefined && period.from >= period.to) {
      throw new OperatorError('--from must be before --to');
    }
    await withStore((store) => pipeline(Readable.from(auditLines(store, period)), process.stdout, { end: false }));
  });

function readTime(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = parseDayOrTime(text);
  if (time !== undefined) return time;
  throw new OperatorError(`${name} must be a date such as 2030-01-31, or a date-time such as 2030-01-31T12:00:00Z`);
}
