import { existsSync } from 'node:fs';
import { Command } from '@commander-js/extra-typings';
import { readConfig } from '../config/config.ts';
import { shareBefore } from '../domain/ids.ts';
import { SECOND } from '../domain/time.ts';
import { OperatorError } from '../operator-error.ts';
import { attachments } from '../store/attachments.ts';
import { copyDatabase, isSame, type Progress, type TableComparison } from '../store/copy.ts';
import type { Database } from '../store/database.ts';
import { databaseFile, requireDatabaseUrl } from '../store/database-url.ts';
import { StoreUnavailableError } from '../store/errors.ts';
import { openDatabase, type StoreOptions } from '../store/store.ts';
import { copyBetween, openBoth } from './copy-files.ts';
import { print, printTable } from './output.ts';

/** Raises a shorter DATABASE_STATEMENT_SECONDS: a copy's statements move many rows. */
const MIN_STATEMENT_SECONDS = 60;

const KEY_NOTE =
  'The secret key is not part of a copy. Give the target the keys of the source: set SECRET_KEY, or copy the file ' +
  '<database>.key between SQLite databases. See docs/guide/operate.md#the-secret-key';

const FILES_NOTE =
  'The files of tickets are not part of this copy: run copy-files, or keep FILES_URL. ' +
  'See docs/guide/operate.md#move-files';

interface Urls {
  readonly from: string;
  readonly to: string;
  readonly filesFrom?: string | undefined;
  readonly filesTo?: string | undefined;
}

export const copy = new Command('copy')
  .description('copy everything to an empty database of either engine; run it again if it was interrupted')
  .requiredOption('--from <url>', 'the source, as in DATABASE_URL')
  .requiredOption('--to <url>', 'the target, as in DATABASE_URL')
  .option('--files-from <url>', 'also copy the files of tickets: the source, as in FILES_URL')
  .option('--files-to <url>', 'the target for them, as in FILES_URL')
  .action(async (urls) => {
    const tables = await copyAndVerify(urls);
    const cells = tables.map((verified) => {
      const { table, from, to } = verified;
      const contents = [from, to].flatMap(({ rows, checksum }) => [String(rows), checksum.slice(0, 16)]);
      return [table, ...contents, isSame(verified) ? 'same' : 'DIFFERENT'];
    });
    printTable([['TABLE', 'ROWS', 'SHA-256', 'COPIED', 'SHA-256', ''], ...cells]);
    const different = tables.filter((verified) => !isSame(verified)).map(({ table }) => table);
    if (different.length === 0) {
      print(KEY_NOTE);
      const withFiles = tables.some(({ table, from }) => table === 'attachment' && from.rows > 0);
      if (withFiles && urls.filesTo === undefined) print(FILES_NOTE);
      // Without the URL, which can hold a password.
      print('Done: both databases have the same data. Start the service with the URL of --to as its DATABASE_URL.');
      return;
    }
    throw new OperatorError(
      `the copy differs from the source in ${different.join(', ')}; start again with an empty target`,
    );
  });

async function copyAndVerify({ from, to, filesFrom, filesTo }: Urls): Promise<TableComparison[]> {
  for (const [name, url] of Object.entries({ '--from': from, '--to': to })) {
    requireDatabaseUrl(name, url);
  }
  if (from === to) throw new OperatorError('--from and --to are the same database');
  const file = databaseFile(from);
  if (file !== undefined && !existsSync(file)) throw new OperatorError(`there is no database at ${file}`);
  const config = readConfig(process.env);
  const { postgres } = config;
  if ((filesFrom === undefined) !== (filesTo === undefined)) {
    throw new OperatorError('--files-from and --files-to belong together');
  }
  const stores =
    filesFrom === undefined || filesTo === undefined
      ? undefined
      : await openBoth({ from: filesFrom, to: filesTo }, config, { from: '--files-from', to: '--files-to' });
  const options = {
    // A server locks its SQLite file. The same lock protects a copy.
    mode: 'serve',
    postgres: { ...postgres, statementSeconds: Math.max(MIN_STATEMENT_SECONDS, postgres.statementSeconds) },
  } as const;
  const source = await open('--from', from, options);
  try {
    const target = await open('--to', to, options);
    try {
      return await copyDatabase(source, target, progressPrinter(), async (rows) => {
        if (stores !== undefined) await copyBetween(attachments(rows).pages(), stores);
      });
    } finally {
      await target.close();
    }
  } catch (error) {
    throw error instanceof StoreUnavailableError ? interrupted(error) : error;
  } finally {
    await source.close();
  }
}

async function open(name: string, url: string, options: StoreOptions): Promise<Database> {
  try {
    return await openDatabase(url, options);
  } catch (error) {
    throw error instanceof OperatorError ? new OperatorError(`${name}: ${error.message}`, { cause: error }) : error;
  }
}

function interrupted(error: StoreUnavailableError): OperatorError {
  const { cause = error } = error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new OperatorError(`the copy was interrupted (${reason}); run it again to continue`);
}

/** A line each second, and at the end of a table. */
function progressPrinter(): (progress: Progress) => void {
  let current = '';
  let started = performance.now();
  let printed = started;
  return ({ step, table, rows, key }) => {
    const now = performance.now();
    if (current !== `${step} ${table}`) {
      current = `${step} ${table}`;
      started = printed;
    }
    if (key !== undefined && now < printed + SECOND) return;
    printed = now;
    const rate = Math.round((rows / Math.max(now - started, 1)) * SECOND);
    process.stderr.write(`${current}: ${percent(key)}${rows} rows, ${rate} rows/s\n`);
  };
}

/** Empty if the table's key does not begin with a player's id. */
function percent(key: Progress['key']): string {
  const share = key === undefined ? 1 : shareBefore(String(key[0]));
  return Number.isNaN(share) ? '' : `${Math.floor(share * 100)} %, `;
}
