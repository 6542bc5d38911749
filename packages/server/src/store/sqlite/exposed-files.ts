import fs from 'node:fs';
import path from 'node:path';

const GROUP_AND_OTHERS = 0o077;
const OTHERS_LIST = 0o044;
const OTHERS_WRITE = 0o022;
/** Suffixes of a database's files. `.key` has the secret key. */
const ENDINGS = ['', '-wal', '-shm', '.lock', '.lock-journal', '.key'];

/**
 * One line for each file or folder that other users can access. The umask keeps new files private,
 * so these came from elsewhere.
 */
export function exposedFiles(database: string): string[] {
  // Windows has access control lists, which a file inherits from its folder.
  if (process.platform === 'win32') return [];
  const file = fs.realpathSync(database);
  // -wal and -shm can disappear at any time.
  const files = ENDINGS.flatMap((ending) => exposed('', file + ending, '600'));
  const folder = path.dirname(file);
  const mode = modeOf(folder);
  if ((mode & OTHERS_LIST) === 0) return files;
  const access = (mode & OTHERS_WRITE) === 0 ? 'list' : 'list and write in';
  const remedy = `Give the database a folder of its own. If it has one, run: chmod 700 ${quoted(folder)}`;
  return [...files, `other users can ${access} the folder ${folder} (mode ${octal(mode)}). ${remedy}`];
}

/** The same for the folder with the files of tickets, if there is one. */
export const exposedFolder = (folder: string): string[] =>
  process.platform === 'win32' ? [] : exposed('the folder ', folder, '700');

function exposed(kind: string, name: string, wanted: string): string[] {
  const mode = modeOf(name);
  if ((mode & GROUP_AND_OTHERS) === 0) return [];
  return [`other users can access ${kind}${name} (mode ${octal(mode)}). Run: chmod ${wanted} ${quoted(name)}`];
}

/** 0: it does not exist. */
const modeOf = (name: string) => (fs.statSync(name, { throwIfNoEntry: false })?.mode ?? 0) & 0o777;

const quoted = (name: string) => (/^[\w@%+=:,./-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`);

const octal = (mode: number) => mode.toString(8).padStart(4, '0');
