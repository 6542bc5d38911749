import { OperatorError } from '../errors.ts';

export function isPostgres(url: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(url);
}

/** Whether a DATABASE_URL is one that `openStore` understands. */
export function isDatabaseUrl(url: string): boolean {
  return isPostgres(url) ? URL.canParse(url) : /^sqlite:.+/.test(url);
}

/** The file of `sqlite:<path>`, relative to the working directory. */
export function databaseFile(url: string): string {
  const file = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(url)?.[1];
  if (file === undefined) throw new OperatorError('DATABASE_URL must be sqlite:<path of the file>');
  return file;
}
