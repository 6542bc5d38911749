import os from 'node:os';
import { parseArgs } from 'node:util';
import { OPERATIONS } from './operations.ts';

export interface Options {
  readonly database: 'sqlite' | 'postgres';
  readonly players: number;
  readonly tickets: number;
  /** Of a second database, to compare polls; 0: none. */
  readonly compare: number;
  readonly operations: readonly string[];
  readonly rounds: number;
  /** Of a round. */
  readonly seconds: number;
  /** To each target before an operation's first round. Some need a share. */
  readonly warmUp: number;
  /** Another checkout, whose server is measured too. */
  readonly against: string | undefined;
  /** Running ones, in a copy of the data that is measured too; 0: none. */
  readonly announcements: number;
  /** To each player. */
  readonly shown: number;
  readonly connections: number;
  /** More than for reads: writes wait for the disk together. */
  readonly writeConnections: number;
  readonly json: boolean;
  /** On the disk to measure. The temporary directory goes there. */
  readonly directory: string;
  /** For the server's CPU profile. */
  readonly profile: string | undefined;
}

export const USAGE = `npm run bench -- [options]

  --database <engine>      sqlite or postgres, which the benchmark starts (sqlite)
  --players <n>            players to seed (20000)
  --tickets <n>            tickets to seed (20000)
  --compare <n>            seed a second database with n players and tickets, and compare the cost of polls
  --operations <a,b>       only these of ${OPERATIONS.map(({ name }) => name).join(', ')}
  --rounds <n>             measured rounds of each operation (5)
  --seconds <n>            length of a round (1)
  --warm-up <n>            requests to each target before the first round of an operation, so that the JIT compiler
                           is done; writes and slow reads get a share of it (100000)
  --against <checkout>     also measure the server of another checkout of this repository, on a copy of the data
  --announcements <n>      also measure this server with n running announcements, on a copy of the data: it is the
                           target "announced" (0)
  --shown <n>              how many of these each player sees; the others are for other players (2)
  --connections <n>        connections at the same time, for reads (64)
  --write-connections <n>  connections at the same time, for writes (256)
  --directory <path>       the disk to measure (${os.tmpdir()})
  --profile <path>         write the CPU profile of the server to this folder
  --json                   print JSON instead of the table
`;

/** The benchmark prints only the message, without a stack. */
export class UsageError extends Error {
  override name = 'UsageError';
}

function wholeNumber(name: string, text: string, min: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min) throw new UsageError(`--${name} must be a whole number from ${min}`);
  return value;
}

/** Throws UsageError that names the invalid option. */
export function readOptions(args: string[]): Options | 'help' {
  const text = (fallback: string) => ({ type: 'string', default: fallback }) as const;
  let values: ReturnType<typeof parse>;
  const parse = () =>
    parseArgs({
      args,
      options: {
        database: text('sqlite'),
        players: text('20000'),
        tickets: text('20000'),
        compare: text('0'),
        operations: text(OPERATIONS.map(({ name }) => name).join(',')),
        rounds: text('5'),
        seconds: text('1'),
        'warm-up': text('100000'),
        against: { type: 'string' },
        announcements: text('0'),
        shown: text('2'),
        connections: text('64'),
        'write-connections': text('256'),
        directory: text(os.tmpdir()),
        profile: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  try {
    values = parse();
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  if (values.help) return 'help';
  const { database } = values;
  if (database !== 'sqlite' && database !== 'postgres') throw new UsageError('--database must be sqlite or postgres');
  const operations = values.operations.split(',');
  const unknown = operations.find((name) => !OPERATIONS.some((operation) => operation.name === name));
  if (unknown !== undefined) throw new UsageError(`--operations: there is no operation ${unknown}`);
  return {
    database,
    players: wholeNumber('players', values.players, 100),
    tickets: wholeNumber('tickets', values.tickets, 100),
    compare: wholeNumber('compare', values.compare, 0),
    operations,
    rounds: wholeNumber('rounds', values.rounds, 1),
    seconds: wholeNumber('seconds', values.seconds, 1),
    warmUp: wholeNumber('warm-up', values['warm-up'], 0),
    against: values.against,
    announcements: wholeNumber('announcements', values.announcements, 0),
    shown: wholeNumber('shown', values.shown, 0),
    connections: wholeNumber('connections', values.connections, 1),
    writeConnections: wholeNumber('write-connections', values['write-connections'], 1),
    json: values.json,
    directory: values.directory,
    profile: values.profile,
  };
}
