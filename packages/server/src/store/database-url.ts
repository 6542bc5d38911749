const SQLITE = /^sqlite:(?:\/\/(?=\/))?(.+)$/;
const POSTGRES = /^postgres(?:ql)?:\/\//;

/** Whether `openStore` supports this DATABASE_URL. */
export function isDatabaseUrl(url: string): boolean {
  return POSTGRES.test(url) ? URL.canParse(url) : SQLITE.test(url);
}

/** The path in `sqlite:<path>`. Undefined for PostgreSQL. */
export function databaseFile(url: string): string | undefined {
  return SQLITE.exec(url)?.[1];
}
