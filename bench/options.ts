import os from 'node:os';
import { parseArgs } from 'node:util';
import { OPERATIONS } from './operations.ts';

export interface Options {
  readonly database: 'sqlite' | 'postgres';
  readonly players: number;
  readonly tickets: number;
  /** Players and tickets of a second database, whose poll is compared with that of the first; 0: none. */
  readonly compare: number;
  readonly operations: readonly string[];
  readonly rounds: number;
  /** Of one round. */
  readonly seconds: number;
  readonly connections: number;
  /** A write waits for the disk, and waits together with others. */
  readonly writeConnections: number;
  readonly json: boolean;
  /** Where the temporary directory is made: it must be on the disk that is to be measured. */
  readonly directory: string;
  /** Where the server leaves its CPU profile. */
  readonly profile: string | undefined;
}

export const USAGE = `npm run bench -- [options]

  --database <engine>      sqlite, or postgres, which it starts itself (sqlite)
  --players <n>            players to seed (20000)
  --tickets <n>            tickets to seed (20000)
  --compare <n>            also seed a second database with n players and tickets, and compare the cost of a poll
  --operations <a,b>       only these of ${OPERATIONS.map(({ name }) => name).join(', ')}
  --rounds <n>             measured rounds of each operation (5)
  --seconds <n>            length of a round (1)
  --connections <n>        at once, for reads (64)
  --write-connections <n>  at once, for writes (256)
  --directory <path>       the disk to measure (${os.tmpdir()})
  --profile <path>         leave the server's CPU profile there
  --json                   print JSON instead of the table
`;

/** A mistake of whoever started the benchmark; its message says all. */
export class UsageError extends Error {
  override name = 'UsageError';
}

function whole(name: string, text: string, min: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min) throw new UsageError(`--${name} must be a whole number from ${min}`);
  return value;
}

/** @throws UsageError naming the option that cannot be understood */
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
  if (unknown !== undefined) throw new UsageError(`--operations does not know ${unknown}`);
  return {
    database,
    players: whole('players', values.players, 100),
    tickets: whole('tickets', values.tickets, 100),
    compare: whole('compare', values.compare, 0),
    operations,
    rounds: whole('rounds', values.rounds, 1),
    seconds: whole('seconds', values.seconds, 1),
    connections: whole('connections', values.connections, 1),
    writeConnections: whole('write-connections', values['write-connections'], 1),
    json: values.json,
    directory: values.directory,
    profile: values.profile,
  };
}
