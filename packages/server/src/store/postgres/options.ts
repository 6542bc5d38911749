export interface PostgresOptions {
  /** The maximum number of connections in the pool. The process opens three more. */
  readonly poolSize: number;
  /** Requests that may wait for a connection. The next one fails with a `StoreUnavailableError`. */
  readonly queue: number;
  /** How long a request waits for a connection, also for a new one. */
  readonly connectSeconds: number;
  /** How long a statement may take, including its wait for locks. */
  readonly statementSeconds: number;
}

export const POSTGRES_DEFAULTS: PostgresOptions = { poolSize: 10, queue: 1000, connectSeconds: 5, statementSeconds: 5 };
