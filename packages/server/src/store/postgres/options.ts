export interface PostgresOptions {
  /** Connections of this process at most. */
  readonly poolSize: number;
  /** Requests that may wait for a connection; the next one fails with a `StoreUnavailableError`. */
  readonly queue: number;
  /** How long one waits for a connection, a new one included. */
  readonly connectSeconds: number;
  /** How long one statement may take, waiting for locks included. */
  readonly statementSeconds: number;
}

export const POSTGRES_DEFAULTS: PostgresOptions = { poolSize: 10, queue: 1000, connectSeconds: 5, statementSeconds: 5 };
