import { SECOND } from '../../domain/time.ts';

export interface PostgresOptions {
  /** The process opens three more. */
  readonly poolSize: number;
  /** That may wait for a connection. The next gets a `StoreUnavailableError`. */
  readonly queue: number;
  /** Also for a new connection. */
  readonly connectSeconds: number;
  /** Including the wait for locks. */
  readonly statementSeconds: number;
}

export const POSTGRES_DEFAULTS: PostgresOptions = { poolSize: 10, queue: 1000, connectSeconds: 5, statementSeconds: 5 };

/** When the driver gives up, in milliseconds. The server should have ended the statements. */
export const clientTimeout = (statementSeconds: number) => statementSeconds * SECOND + SECOND / 2;
