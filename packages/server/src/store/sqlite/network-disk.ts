import fs from 'node:fs';
import path from 'node:path';
import { OperatorError } from '../../operator-error.ts';

/** Types that Linux gives to network file systems (statfs(2)). */
const NETWORK_TYPES = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x5346414f, 'AFS'],
  [0x6b414653, 'AFS'],
  [0x00c36400, 'CephFS'],
  [0x0bd00bd0, 'Lustre'],
]);
/** Local file systems have this type too. */
const FUSE = 0x65735546;
const NETWORK_FUSE =
  /^fuse\.(?:sshfs|s3fs|mount-s3|goofys|gcsfuse|blobfuse2?|rclone|juicefs|glusterfs|ceph-fuse|davfs2?|smbnetfs|curlftpfs)$/;

/** The file or the nearest folder above it that exists. */
export function nearestExisting(file: string): string {
  const full = path.resolve(file);
  return fs.existsSync(full) ? fs.realpathSync(full) : nearestExisting(path.dirname(full));
}

/** Reads the type of the file system of a path from the text of /proc/self/mountinfo. */
export function mountedType(mounts: string, file: string): string | undefined {
  const isBelow = (folder: string) => !path.relative(folder, file).startsWith('..');
  const found = mounts.split('\n').flatMap((line) => {
    const [, folder, type] = /^\d+ \d+ \S+ \S+ (\S+) .*? - (\S+) /.exec(line) ?? [];
    if (folder === undefined || type === undefined) return [];
    const name = folder.replace(/\\(\d{3})/g, (_escape, octal) => String.fromCharCode(Number.parseInt(octal, 8)));
    return isBelow(name) ? [{ name, type }] : [];
  });
  // The last of those that hide each other counts.
  return found.reduce((best, one) => (one.name.length >= best.name.length ? one : best), { name: '', type: '' }).type;
}

/**
 * Throws OperatorError if a database is or would be on a network file system: its locks and shared
 * memory do not protect the file there.
 */
export function requireLocalDisk(file: string): void {
  const place = nearestExisting(file);
  const { type } = fs.statfsSync(place);
  let name = NETWORK_TYPES.get(type >>> 0);
  if (type === FUSE) {
    const mounted = mountedType(fs.readFileSync('/proc/self/mountinfo', 'utf8'), place) ?? '';
    if (NETWORK_FUSE.test(mounted)) name = mounted;
  }
  if (name === undefined) return;
  throw new OperatorError(
    `${file} is on a network file system (${name}), where SQLite can lose data; use a local disk, or PostgreSQL ` +
      '(docs/guide/scale.md)',
  );
}
