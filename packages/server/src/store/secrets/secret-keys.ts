import fs from 'node:fs';
import { parseSecretKey, type SecretKey } from '../../domain/sealed-text.ts';
import { OperatorError } from '../../operator-error.ts';

/** The value of SECRET_KEY with which a server starts although its key is lost. */
export const LOST = 'lost';

/** The keys that open and seal secrets. */
export interface SecretKeys {
  /** `lost`: the operator says that the key is gone. */
  readonly source: 'setting' | 'file' | 'lost' | 'none';
  /** Where the keys are if `source` is `file`. */
  readonly file?: string;
  /** The first one seals, all of them open. Empty if there is none. */
  all(): readonly SecretKey[];
}

/**
 * Keys in a list, separated by commas or white space.
 *
 * @throws OperatorError that does not repeat the list
 */
export function parseSecretKeys(text: string, name: string): SecretKey[] {
  const keys = text.split(/[\s,]+/).filter((part) => part !== '');
  return keys.map((part) => {
    const key = parseSecretKey(part);
    // The message must not contain the value, which may be almost a key.
    if (key !== undefined) return key;
    throw new OperatorError(`${name} must have keys of 32 bytes in base64; make one with: openssl rand -base64 32`);
  });
}

/**
 * The keys of SECRET_KEY, or else of the file beside a SQLite database.
 *
 * @param setting the value of SECRET_KEY. Empty: it is not set
 * @param database the file of a SQLite database
 * @throws OperatorError if a key is not valid
 */
export function secretKeysOf(setting: string, database: string | undefined): SecretKeys {
  if (setting === LOST) return { source: 'lost', all: () => [] };
  if (setting !== '') {
    const keys = parseSecretKeys(setting, 'SECRET_KEY');
    return { source: 'setting', all: () => keys };
  }
  return database === undefined ? { source: 'none', all: () => [] } : keysInFile(keyFileOf(database));
}

/** The file with the keys of a SQLite database, for which SECRET_KEY is not set. */
export const keyFileOf = (database: string): string => `${database}.key`;

/** Reads the file again when it has changed: a rotation replaces it while a server runs. */
function keysInFile(file: string): SecretKeys {
  let version = '';
  let keys: readonly SecretKey[] = [];
  return {
    source: 'file',
    file,
    all() {
      const stat = fs.statSync(file, { throwIfNoEntry: false });
      // Keys that were read stay usable if somebody moves the file away.
      if (stat === undefined) return keys;
      const found = `${stat.ino} ${stat.mtimeMs} ${stat.size}`;
      if (found !== version) keys = parseSecretKeys(fs.readFileSync(file, 'utf8'), file);
      version = found;
      return keys;
    },
  };
}
