import { readConfig } from '../../config/config.ts';

/** Says how to use a link token. Without PUBLIC_URL, the console's address is unknown. */
export function linkText(token: string): string {
  const { publicUrl } = readConfig(process.env);
  return publicUrl === ''
    ? `Open this path at the address of the console. It works once, within 7 days: /join#${token}`
    : `Open this link. It works once, within 7 days: ${publicUrl}/join#${token}`;
}
