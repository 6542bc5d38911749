import type { Line, Quartiles, Report } from './report.ts';

const MAX_COMPARED_COST = 1.3;
/** 200 MB. */
const MAX_RESIDENT_MIB = 200e6 / 2 ** 20;
const MAX_START_MS = 1000;

const whole = (value: number) => Math.round(value).toLocaleString('en');
const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED');

/** The first column is aligned left, others right. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)));
  return [head, ...rows].map((cells) => line(cells).join('  ').trimEnd()).join('\n');
}

const us = (value: number) => value.toFixed(1);
const range = ({ lower, upper }: Quartiles, digits: number) => `${lower.toFixed(digits)}-${upper.toFixed(digits)}`;

/** Shows the processor time of requests, compared with other targets. */
function costTable(lines: readonly Line[]): string {
  const others = Object.keys(lines[0]?.ratios ?? {});
  const hasDatabase = lines.some(({ targets }) => (targets.ours?.database.upper ?? 0) > 0);
  return table(
    [
      'operation',
      ...(hasDatabase ? ['server us', 'database us'] : []),
      'total us',
      'quartiles',
      ...others.flatMap((name) => [`${name} us`, `to ${name}`, 'quartiles']),
      'limit',
    ],
    lines.map(({ operation, targets, ratios, verdicts }) => {
      const { ours } = targets;
      if (ours === undefined) return [operation];
      return [
        operation,
        ...(hasDatabase ? [us(ours.server.lower), us(ours.database.lower)] : []),
        us(ours.total.lower),
        range(ours.total, 1),
        ...others.flatMap((name) => {
          const [figures, ratio] = [targets[name], ratios[name]];
          return figures === undefined || ratio === undefined
            ? ['', '', '']
            : [us(figures.total.lower), ratio.median.toFixed(2), range(ratio, 2)];
        }),
        verdicts.map(({ of, limit, isMet }) => `${of} ${limit} ${verdict(isMet)}`).join(', '),
      ];
    }),
  );
}

function rateTable(lines: readonly Line[]): string {
  const others = Object.keys(lines[0]?.ratios ?? {});
  return table(
    ['operation', 'conns', 'req/s', 'p50 ms', 'p99 ms', 'errors', ...others.map((name) => `${name} req/s`)],
    lines.map(({ operation, connections, targets }) => {
      const errors = Object.values(targets).reduce((sum, target) => sum + target.errors, 0);
      return [
        operation,
        String(connections),
        whole(targets.ours?.requestsPerSecond ?? Number.NaN),
        (targets.ours?.p50Milliseconds ?? Number.NaN).toFixed(2),
        (targets.ours?.p99Milliseconds ?? Number.NaN).toFixed(2),
        String(errors),
        ...others.map((name) => whole(targets[name]?.requestsPerSecond ?? Number.NaN)),
      ];
    }),
  );
}

function writesTable(lines: readonly Line[]): string {
  return table(
    ['write', 'writes/s', 'syncs/s', 'writes/sync', 'bytes/write', 'raw commits/s'],
    lines.flatMap(({ operation, targets, writes }) =>
      writes === undefined
        ? []
        : [
            [
              operation,
              whole(targets.ours?.requestsPerSecond ?? Number.NaN),
              writes.syncs === undefined ? '' : whole(writes.syncs.perSecond),
              writes.syncs?.writesPerSync.toFixed(1) ?? '',
              whole(writes.bytesPerWrite),
              whole(writes.rawCommitsPerSecond),
            ],
          ],
    ),
  );
}

export function asText(report: Report, notes: readonly string[]): string {
  const { operations, comparison, memory, secondStartMilliseconds: start } = report;
  const parts = [
    `${whole(report.players)} players, ${whole(report.tickets)} tickets, ${whole(report.databaseMiB)} MiB, seeded in ${report.seedSeconds.toFixed(1)} s`,
    notes.map((note) => `  ${note}`).join('\n'),
    costTable(operations),
    rateTable(operations),
  ];
  if (operations.some(({ writes }) => writes !== undefined)) parts.push(writesTable(operations));
  const lines: string[] = [];
  if (comparison !== undefined) {
    const [smaller, larger] = comparison.players;
    const [smallerRate, largerRate] = comparison.requestsPerSecond;
    const rates = `${whole(smallerRate)} and ${whole(largerRate)} req/s, ${comparison.errors} errors`;
    const { cost } = comparison;
    lines.push(
      `poll among ${whole(larger)} players costs ${cost.median.toFixed(2)} times (${range(cost, 2)}) the ` +
        `processor time of one among ${whole(smaller)} (${rates}): limit ${MAX_COMPARED_COST}, ${verdict(cost.median <= MAX_COMPARED_COST)}`,
    );
  }
  if (memory !== undefined) {
    const met = verdict(memory.residentMiB < MAX_RESIDENT_MIB);
    lines.push(
      `resident memory ${memory.residentMiB.toFixed(0)} MiB at the end, and ${memory.databaseMiB.toFixed(0)} MiB of the database file: limit ${MAX_RESIDENT_MIB.toFixed(0)} (200 MB) at the end, ${met}`,
    );
  }
  lines.push(
    `second start ${start.toFixed(0)} ms to the first response: limit ${MAX_START_MS}, ${verdict(start < MAX_START_MS)}`,
    ...report.unexpected.map((line) => `UNEXPECTED: ${line}`),
  );
  parts.push(lines.join('\n'));
  return `\n${parts.join('\n\n')}\n`;
}
