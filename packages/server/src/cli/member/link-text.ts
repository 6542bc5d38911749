/** Says how to use a link token. The command does not know the address of the console. */
export function linkText(token: string): string {
  return `Open this path at the address of the console. It works once, within 7 days: /join#${token}`;
}
