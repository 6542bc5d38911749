import { isPercentEncoded, PERCENT_ENCODE } from '../domain/url-password.ts';
import { OperatorError } from '../operator-error.ts';

const SQLITE = /^sqlite:(?:\/\/(?=\/))?(.+)$/;
const POSTGRES = /^postgres(?:ql)?:\/\//;

/** Throws OperatorError, which does not repeat the URL: it can hold a password. */
export function requireDatabaseUrl(name: string, url: string): void {
  if (POSTGRES.test(url) && !isPercentEncoded(url)) throw new OperatorError(`${name} ${PERCENT_ENCODE}`);
  if (POSTGRES.test(url) ? URL.canParse(url) : SQLITE.test(url)) return;
  throw new OperatorError(`${name} must be sqlite:<path of the file> or postgres://<user>@<host>/<database>`);
}

/** The path. Undefined for PostgreSQL. */
export function databaseFile(url: string): string | undefined {
  return SQLITE.exec(url)?.[1];
}
