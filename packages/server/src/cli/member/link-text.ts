/**
 * Says how to use the link with this token. The command does not know the address of the console.
 */
export function linkText(token: string): string {
  return `Open this where the console is, once and within 7 days: /join#${token}`;
}
