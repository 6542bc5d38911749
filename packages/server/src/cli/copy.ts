import { existsSync } from 'node:fs';
import { shareBefore } from '../domain/ids.ts';
import { SECOND } from '../domain/time.ts';
import { OperatorError } from '../operator-error.ts';
import { copyDatabase, isSame, type Progress, type Verified } from '../store/copy.ts';
import type { Database } from '../store/database.ts';
import { databaseFile, isDatabaseUrl } from '../store/database-url.ts';
import { StoreUnavailableError } from '../store/errors.ts';
import { openDatabase, type StoreOptions } from '../store/store.ts';
import { type Command, type Invocation, notice, table } from './command.ts';

/** For a server that is busy with nothing but the copy, and for locks of transactions that are about to end. */
const STATEMENT_SECONDS = 60;

export const copy: Command = {
  usage: 'copy --from <url> --to <url>',
  about: 'copy everything to an empty database, on whatever engine; run it again if it was interrupted',
  options: { from: { type: 'string' }, to: { type: 'string' } },
  async run(invocation) {
    const verified = await copied(invocation);
    const lines = verified.map(({ table, from, to }) => [
      table,
      ...[from, to].flatMap(({ rows, checksum }) => [String(rows), checksum.slice(0, 16)]),
      isSame({ table, from, to }) ? 'same' : 'DIFFERENT',
    ]);
    invocation.print(table([['TABLE', 'ROWS', 'SHA-256', 'COPIED', 'SHA-256', ''], ...lines]));
    const different = verified.filter((one) => !isSame(one)).map(({ table }) => table);
    if (different.length === 0) return 0;
    throw new OperatorError(
      `the copy differs from the source in ${different.join(', ')}; begin again with an empty target`,
    );
  },
};

async function copied({ config, values }: Invocation): Promise<Verified[]> {
  const { from = '', to = '' } = values;
  for (const [name, url] of [
    ['--from', from],
    ['--to', to],
  ] as const) {
    // Not told back: it may hold a password.
    if (!isDatabaseUrl(url)) throw new OperatorError(`${name} must be a URL as DATABASE_URL is`);
  }
  if (from === to) throw new OperatorError('--from and --to are the same database');
  const file = databaseFile(from);
  if (file !== undefined && !existsSync(file)) throw new OperatorError(`there is no database at ${file}`);
  const { postgres } = config;
  // As one that serves: a file belongs to this process then, so that no other serves or copies it.
  const options = {
    mode: 'serve',
    postgres: { ...postgres, statementSeconds: Math.max(STATEMENT_SECONDS, postgres.statementSeconds) },
    notice,
  } as const;
  const source = await open('--from', from, options);
  try {
    const target = await open('--to', to, options);
    try {
      return await copyDatabase(source, target, progressPrinter());
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
  return new OperatorError(`the copy was interrupted (${reason}); run it again to go on`);
}

/** Prints a line each second, and one for each table that is done. */
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

/** Most tables begin their key with the player; of the small ones a percentage is of no interest. */
function percent(key: Progress['key']): string {
  const share = key === undefined ? 1 : shareBefore(String(key[0]));
  return Number.isNaN(share) ? '' : `${Math.floor(share * 100)} %, `;
}
