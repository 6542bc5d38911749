const SQLITE = /^sqlite:(?:\/\/(?=\/))?(.+)$/;
const POSTGRES = /^postgres(?:ql)?:\/\//;

export function isDatabaseUrl(url: string): boolean {
  return POSTGRES.test(url) ? URL.canParse(url) : SQLITE.test(url);
}

/** The path. Undefined for PostgreSQL. */
export function databaseFile(url: string): string | undefined {
  return SQLITE.exec(url)?.[1];
}
