import fs from 'node:fs';
import { parseSecretKey, type SecretKey } from '../../domain/sealed-text.ts';
import { OperatorError } from '../../operator-error.ts';

/** The SECRET_KEY that starts a server although its key is lost. */
export const LOST = 'lost';

export interface SecretKeys {
  /** `lost`: the operator says so. */
  readonly source: 'setting' | 'file' | 'lost' | 'none';
  readonly file?: string;
  /** The first seals, all open. Empty: no key. */
  all(): readonly SecretKey[];
}

/** Separated by commas or white space. The error does not repeat the list. */
export function parseSecretKeys(text: string, name: string): SecretKey[] {
  const keys = text.split(/[\s,]+/).filter((part) => part !== '');
  return keys.map((part) => {
    const key = parseSecretKey(part);
    // The message must not contain the value: it may be almost a key.
    if (key !== undefined) return key;
    throw new OperatorError(`${name} must have keys of 32 bytes in base64; make one with: openssl rand -base64 32`);
  });
}

/**
 * SECRET_KEY (empty: not set), else the file beside a SQLite database. Throws OperatorError if a
 * key is not valid.
 */
export function secretKeysOf(setting: string, database: string | undefined): SecretKeys {
  if (setting === LOST) return { source: 'lost', all: () => [] };
  if (setting !== '') {
    const keys = parseSecretKeys(setting, 'SECRET_KEY');
    return { source: 'setting', all: () => keys };
  }
  return database === undefined ? { source: 'none', all: () => [] } : keysInFile(keyFileOf(database));
}

export const keyFileOf = (database: string): string => `${database}.key`;

/** Reads a changed file again: a rotation replaces it while servers run. */
function keysInFile(file: string): SecretKeys {
  let version = '';
  let keys: readonly SecretKey[] = [];
  return {
    source: 'file',
    file,
    all() {
      try {
        const stat = fs.statSync(file, { throwIfNoEntry: false });
        // Known keys stay usable if the file is moved away.
        if (stat === undefined) return keys;
        const found = `${stat.ino} ${stat.mtimeMs} ${stat.size}`;
        if (found !== version) keys = parseSecretKeys(fs.readFileSync(file, 'utf8'), file);
        version = found;
        return keys;
      } catch (cause) {
        if (cause instanceof OperatorError) throw cause;
        const { code } = cause as NodeJS.ErrnoException;
        throw new OperatorError(`${file} cannot be read (${code}); run this as the user that owns it`, { cause });
      }
    },
  };
}
