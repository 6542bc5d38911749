import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** What only the user who runs the service may read. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const STICKY = 0o1000;
const GROUP_AND_OTHERS = 0o077;
const OTHERS_LIST = 0o044;
const OTHERS_WRITE = 0o022;
/** What SQLite and this program keep beside a database file. */
const ENDINGS = ['', '-wal', '-shm', '.lock', '.lock-journal'];

/** Windows has access lists instead, which come from the folder. */
const HAS_MODES = process.platform !== 'win32';

/** Tells an operator one line. */
export type Notice = (text: string) => void;

/** Makes an empty file with mode 0600 unless there is one. -wal and -shm get the same mode. */
export function createPrivateFile(file: string): void {
  let fd: number;
  try {
    fd = fs.openSync(file, 'wx', FILE_MODE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  try {
    // A umask may have taken bits of the owner away.
    if (HAS_MODES) fs.fchmodSync(fd, FILE_MODE);
  } finally {
    fs.closeSync(fd);
  }
}

/** Makes one folder with mode 0700, unless there is one. Its parent must exist. */
export function createPrivateFolder(folder: string): void {
  try {
    fs.mkdirSync(folder, FOLDER_MODE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  if (HAS_MODES) fs.chmodSync(folder, FOLDER_MODE);
}

/**
 * Gives the files of an existing database mode 0600, and its folder 0700 if it holds nothing else.
 * Each change is told, and so is what could not be changed. Call it once the file has proved to be
 * a database.
 */
export function makePrivate(database: string, notice: Notice): void {
  if (!HAS_MODES) return;
  const file = fs.realpathSync(database);
  for (const one of filesOf(file)) correct(one.name, one.mode, FILE_MODE, notice);
  const folder = path.dirname(file);
  const stat = fs.statSync(folder);
  const mode = permissions(stat);
  if (mode === FOLDER_MODE) return;
  if (belongsToDatabase(folder, stat, path.basename(file))) correct(folder, mode, FOLDER_MODE, notice);
  else if ((mode & OTHERS_LIST) !== 0) {
    const files = filesOf(file).every((one) => (one.mode & GROUP_AND_OTHERS) === 0)
      ? '; the files of the database are private'
      : '';
    notice(`${shared(folder, mode)}${files}. ${OWN_FOLDER}`);
  }
}

/** The files and folders of a database that other users can read, a line each. Changes nothing. */
export function exposedFiles(database: string): string[] {
  if (!HAS_MODES) return [];
  const file = fs.realpathSync(database);
  const exposed = filesOf(file)
    .filter(({ mode }) => (mode & GROUP_AND_OTHERS) !== 0)
    .map(({ name, mode }) => `other users can access ${name} (mode ${octal(mode)}). Run: chmod 600 ${name}`);
  const folder = path.dirname(file);
  const stat = fs.statSync(folder);
  const mode = permissions(stat);
  if ((mode & OTHERS_LIST) === 0) return exposed;
  const remedy = belongsToDatabase(folder, stat, path.basename(file)) ? `Run: chmod 700 ${folder}` : OWN_FOLDER;
  return [...exposed, `${shared(folder, mode)}. ${remedy}`];
}

const OWN_FOLDER = 'Give the database a folder of its own';

function shared(folder: string, mode: number): string {
  const access = (mode & OTHERS_WRITE) === 0 ? 'list' : 'list and write in';
  return `other users can ${access} the folder ${folder} (mode ${octal(mode)})`;
}

function filesOf(file: string): { name: string; mode: number }[] {
  return ENDINGS.flatMap((ending) => {
    const name = file + ending;
    // Another process may remove -wal and -shm at any time.
    const stat = fs.statSync(name, { throwIfNoEntry: false });
    return stat === undefined ? [] : [{ name, mode: permissions(stat) }];
  });
}

function correct(name: string, from: number, to: number, notice: Notice): void {
  if (from === to) return;
  try {
    fs.chmodSync(name, to);
    notice(`${name}: mode changed from ${octal(from)} to ${octal(to)}`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    const command = `chmod ${to.toString(8)} ${name}`;
    notice(`${name}: mode ${octal(from)} cannot be changed to ${octal(to)} (${code}); as its owner, run: ${command}`);
  }
}

/** Whether a folder plainly serves this database alone, so that nobody else relies on its mode. */
function belongsToDatabase(folder: string, { uid, mode }: fs.Stats, database: string): boolean {
  if (uid !== process.getuid?.() || (mode & STICKY) !== 0) return false;
  try {
    if (holds(folder, process.cwd()) || homes().includes(folder)) return false;
    return fs
      .readdirSync(folder)
      .every((name) => name === database || ['-', '.'].some((separator) => name.startsWith(database + separator)));
  } catch {
    // What cannot be looked at is left alone.
    return false;
  }
}

/** Whether a folder is another one or above it. */
function holds(folder: string, other: string): boolean {
  const way = path.relative(folder, fs.realpathSync(other));
  return way === '' || !(way === '..' || way.startsWith(`..${path.sep}`));
}

/** The home of this user, as the environment and as the system have it. */
function homes(): string[] {
  return [os.homedir, () => os.userInfo().homedir].flatMap((home) => {
    try {
      return [fs.realpathSync(home())];
    } catch {
      // The user has no entry in the system, or no such folder exists.
      return [];
    }
  });
}

const permissions = ({ mode }: fs.Stats) => mode & 0o777;
const octal = (mode: number) => mode.toString(8).padStart(4, '0');
