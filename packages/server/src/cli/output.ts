import type { revokeGrantsOf } from '../team/revoke-grants.ts';

/** `head` reads no more: there is nobody to tell. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints a line for the operator, not part of the command's output. */
export function warn(line: string): void {
  process.stderr.write(`player-support: ${line}\n`);
}

/** A program that reads it gets no label. */
export const labelled = (label: string, value: string) => (process.stdout.isTTY ? `${label}: ${value}` : value);

type RevokedGrants = Awaited<ReturnType<typeof revokeGrantsOf>>;

export const revokedGrantsText = ({ suspendedKeys, deletedLinks, unsent }: RevokedGrants) =>
  `API keys suspended: ${suspendedKeys}, links deleted: ${deletedLinks}, announcements withheld: ${unsent.announcementsIn.length}, answers stopped: ${unsent.answers}`;

export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  for (const row of rows) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    print(cells.join('  ').trimEnd());
  }
}
