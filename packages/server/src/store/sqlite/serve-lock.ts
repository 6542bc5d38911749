import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../../operator-error.ts';
import { isBusy } from './errors.ts';

/**
 * Locks a database file until `release` or the process ends, by a SQLite lock on an empty file:
 * Node has no other that the system frees. Throws OperatorError if another process serves it.
 */
export function lockForServing(file: string): { release(): void } {
  const lock = new DatabaseSync(`${file}.lock`, { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    if (!isBusy(cause)) throw cause;
    throw new OperatorError(`${file} is being served by another process; stop that process first`, { cause });
  }
  return { release: () => lock.close() };
}
