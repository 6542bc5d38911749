import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Only the user who runs the service may read its files. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const STICKY = 0o1000;
const GROUP_AND_OTHERS = 0o077;
const OTHERS_LIST = 0o044;
const OTHERS_WRITE = 0o022;
/** The suffixes of the files that belong to a database. `.key` has the secret key. */
const ENDINGS = ['', '-wal', '-shm', '.lock', '.lock-journal', '.key'];

/** Windows has access control lists instead. A file inherits them from its folder. */
const HAS_MODES = process.platform !== 'win32';

/** Reports one line to the operator. */
export type Notice = (text: string) => void;

/**
 * Creates an empty file with mode 0600, unless it exists. SQLite copies the mode to -wal and -shm.
 */
export function createPrivateFile(file: string): void {
  let fd: number;
  try {
    fd = fs.openSync(file, 'wx', FILE_MODE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return;
    throw error;
  }
  try {
    // The umask may have removed permissions of the owner.
    if (HAS_MODES) fs.fchmodSync(fd, FILE_MODE);
  } finally {
    fs.closeSync(fd);
  }
}

/** Creates a folder with mode 0700, unless it exists. Its parent must exist. */
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
 * Gives the files of a database mode 0600, and its folder mode 0700 if it has no other files.
 * Reports each change and each failure. Call it only after SQLite has opened the file as a
 * database.
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

/** Describes the files and folders of a database that other users can access, one line for each. */
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

/** Whether a folder has only files of this database, so that its mode can be changed safely. */
function belongsToDatabase(folder: string, { uid, mode }: fs.Stats, database: string): boolean {
  if (uid !== process.getuid?.() || (mode & STICKY) !== 0) return false;
  try {
    if (contains(folder, process.cwd()) || homes().includes(folder)) return false;
    return fs
      .readdirSync(folder)
      .every((name) => name === database || ['-', '.'].some((separator) => name.startsWith(database + separator)));
  } catch {
    // The mode of a folder that cannot be read stays as it is.
    return false;
  }
}

/** Whether a folder is the same as another one, or one of its parents. */
function contains(folder: string, other: string): boolean {
  const relative = path.relative(folder, fs.realpathSync(other));
  return relative === '' || !(relative === '..' || relative.startsWith(`..${path.sep}`));
}

/** The home folders of this user, from the environment and from the system. */
function homes(): string[] {
  return [os.homedir, () => os.userInfo().homedir].flatMap((home) => {
    try {
      return [fs.realpathSync(home())];
    } catch {
      // The system has no entry for this user, or the folder does not exist.
      return [];
    }
  });
}

const permissions = ({ mode }: fs.Stats) => mode & 0o777;
const octal = (mode: number) => mode.toString(8).padStart(4, '0');
