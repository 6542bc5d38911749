import type { ExportedTicketResponse } from '@player-support/contract/team/queue';
import { answersByName } from '../../domain/answers.ts';
import { DEFAULT_TARGETS, targetsOf } from '../../domain/response-targets.ts';
import type { QueueFilter } from '../../store/queue-filter.ts';
import type { QueuePosition } from '../../store/queue-order.ts';
import type { QueueRow } from '../../store/queue-page.ts';
import type { Store } from '../../store/store.ts';
import type { ProjectRow } from '../../store/tables.ts';
import { presentTicket } from './present-ticket.ts';
import { queueProject } from './queue-request.ts';

/** A page of the longest answers has about a megabyte. */
const PAGE_ROWS = 25;

interface TicketPage {
  readonly rows: readonly ExportedTicketResponse[];
  readonly next: QueuePosition | null;
}

/**
 * JSON lines, oldest first, read page by page to limit memory. `isOver`: nobody takes more lines.
 * `read` runs each page's read with the projects then visible.
 */
export async function* ticketLines(
  store: Pick<Store, 'queue' | 'tickets'>,
  filter: QueueFilter,
  isOver: () => boolean,
  read: (page: (projects: readonly ProjectRow[]) => Promise<TicketPage>) => Promise<TicketPage>,
): AsyncGenerator<string, void, void> {
  let after: QueuePosition | undefined;
  while (!isOver()) {
    const { rows, next } = await read((projects) => ticketPage(store, { filter, after, projects }));
    if (rows.length > 0) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    if (next === null) return;
    after = next;
  }
}

interface PageOfTickets {
  readonly filter: QueueFilter;
  readonly after: QueuePosition | undefined;
  readonly projects: readonly ProjectRow[];
}

async function ticketPage(
  { queue, tickets }: Pick<Store, 'queue' | 'tickets'>,
  { filter, after, projects }: PageOfTickets,
): Promise<TicketPage> {
  const sort = { view: 'all', sort: 'created' } as const;
  const page = await queue.page({ ...sort, filter, after, limit: PAGE_ROWS, projects: projects.map(queueProject) });
  const targets = new Map(projects.map((project) => [project.project_id, targetsOf(project)]));
  const forms = await tickets.answersOf(page.rows);
  // A ticket has moved to another player since the page was read.
  if (forms.size < page.rows.length) return ticketPage({ queue, tickets }, { filter, after, projects });
  const present = (row: QueueRow): ExportedTicketResponse => {
    const { form_version = null, answers = null, long_answers = null } = forms.get(row.ticket_id) ?? {};
    return {
      ...presentTicket(row, targets.get(row.project_id) ?? DEFAULT_TARGETS),
      formVersion: form_version,
      answers: answersByName({ answers, longAnswers: long_answers }),
    };
  };
  return { rows: page.rows.map(present), next: page.next };
}
