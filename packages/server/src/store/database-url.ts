const SQLITE = /^sqlite:(?:\/\/(?=\/))?(.+)$/;
const POSTGRES = /^postgres(?:ql)?:\/\//;

/** Whether a DATABASE_URL is one that `openStore` understands. */
export function isDatabaseUrl(url: string): boolean {
  return POSTGRES.test(url) ? URL.canParse(url) : SQLITE.test(url);
}

/** The file of `sqlite:<path>`, relative to the working directory; undefined where a server keeps the data. */
export function databaseFile(url: string): string | undefined {
  return SQLITE.exec(url)?.[1];
}
