import { costForTarget, type Line, type Report, ratioForTarget } from './report.ts';

const MAX_COMPARED_COST = 1.3;
/** 200 MB. */
const MAX_RESIDENT_MIB = 200e6 / 2 ** 20;
const MAX_START_MS = 1000;

const whole = (value: number) => Math.round(value).toLocaleString('en');
const percent = (share: number) => `${Math.round(share * 100)} %`;
const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED');

/** Formats rows in columns. The first column is aligned to the left, all others to the right. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)));
  return [head, ...rows].map((cells) => line(cells).join('  ').trimEnd()).join('\n');
}

function operationsTable(lines: readonly Line[]): string {
  const hasDatabaseCost = lines.some(({ cost }) => cost !== undefined);
  return table(
    [
      'operation',
      'conns',
      'req/s',
      'p50 ms',
      'p99 ms',
      'errors',
      'bare req/s',
      'ratio',
      'target',
      'cpu ratio',
      'cpu us',
      'core',
      'bare core',
      ...(hasDatabaseCost ? ['round trips', 'transactions/s', 'bare transactions/s'] : []),
    ],
    lines.map((line) => [
      line.operation,
      String(line.connections),
      whole(line.requestsPerSecond),
      line.p50Milliseconds.toFixed(2),
      line.p99Milliseconds.toFixed(2),
      String(line.errors),
      whole(line.bareRequestsPerSecond),
      line.ratio.toFixed(3),
      line.target === undefined ? '' : `${line.target.toFixed(2)} ${verdict(ratioForTarget(line) >= line.target)}`,
      line.processorRatio.toFixed(3),
      line.processorMicroseconds.toFixed(1),
      percent(line.coreBusy),
      percent(line.bareCoreBusy),
      ...(line.cost === undefined
        ? []
        : [
            String(line.cost.roundTrips),
            whole(line.requestsPerSecond * line.cost.transactions),
            whole(line.bareRequestsPerSecond * line.cost.transactions),
          ]),
    ]),
  );
}

function writesTable(lines: readonly Line[]): string {
  return table(
    ['write', 'writes/s', 'syncs/s', 'writes/sync', 'bytes/write', 'raw commits/s'],
    lines.flatMap(({ operation, requestsPerSecond, writes }) =>
      writes === undefined
        ? []
        : [
            [
              operation,
              whole(requestsPerSecond),
              writes.syncs === undefined ? '' : whole(writes.syncs.perSecond),
              writes.syncs?.writesPerSync.toFixed(1) ?? '',
              whole(writes.bytesPerWrite),
              whole(writes.rawCommitsPerSecond),
            ],
          ],
    ),
  );
}

/** The report as text. */
export function asText(report: Report, notes: readonly string[]): string {
  const { operations, comparison, memory, secondStartMilliseconds: start } = report;
  const parts = [
    `${whole(report.players)} players, ${whole(report.tickets)} tickets, ${whole(report.databaseMiB)} MiB, seeded in ${report.seedSeconds.toFixed(1)} s`,
    notes.map((note) => `  ${note}`).join('\n'),
    operationsTable(operations),
  ];
  if (operations.some(({ writes }) => writes !== undefined)) parts.push(writesTable(operations));
  const lines: string[] = [];
  if (comparison !== undefined) {
    const [smaller, larger] = comparison.players;
    const [smallerRate, largerRate] = comparison.requestsPerSecond;
    const rates = `${whole(smallerRate)} and ${whole(largerRate)} req/s, ${comparison.errors} errors`;
    const met = verdict(costForTarget(comparison) <= MAX_COMPARED_COST);
    lines.push(
      `poll among ${whole(larger)} players costs ${comparison.cost.toFixed(2)} times one among ${whole(smaller)} ` +
        `(${rates}), by processor time ${comparison.processorCost.toFixed(2)} times: target ${MAX_COMPARED_COST}, ${met}`,
    );
  }
  if (memory !== undefined) {
    const met = verdict(memory.residentMiB < MAX_RESIDENT_MIB);
    lines.push(
      `resident memory ${memory.residentMiB.toFixed(0)} MiB at the end, at most ${memory.peakMiB.toFixed(0)} MiB: target below ${MAX_RESIDENT_MIB.toFixed(0)} (200 MB) at the end, ${met}`,
    );
  }
  lines.push(
    `second start ${start.toFixed(0)} ms to the first response: target below ${MAX_START_MS}, ${verdict(start < MAX_START_MS)}`,
    ...report.unexpected.map((line) => `UNEXPECTED: ${line}`),
  );
  parts.push(lines.join('\n'));
  return `\n${parts.join('\n\n')}\n`;
}
