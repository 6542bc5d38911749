import { canAccessProject, projectIdsOf } from '../../domain/access.ts';
import type { CountedCaller } from '../../domain/counted-caller.ts';
import { preview } from '../../domain/preview.ts';
import { AppError, invalid } from '../../errors.ts';
import type { RateLimits } from '../../limits/rate-limiter.ts';
import type { Author } from '../../store/messages.ts';
import type { Transaction } from '../../store/store.ts';
import type { TicketRow } from '../../store/tables.ts';

interface Note {
  readonly ticket: TicketRow;
  readonly messageId: string;
  readonly message: string;
  readonly author: Author;
  readonly now: number;
}

/**
 * Give each member once, and not the author. Throws AppError `validation` if one cannot see the
 * ticket.
 */
export async function addMentions(
  { mentions }: Pick<Transaction, 'mentions'>,
  ids: readonly string[],
  { ticket, messageId, message, author, now }: Note,
): Promise<void> {
  if (ids.length === 0) return;
  const members = await mentions.accessOfMembers(ids);
  const canSee = members.filter(({ project_ids }) =>
    canAccessProject({ projectIds: projectIdsOf(project_ids) }, ticket.project_id),
  );
  if (canSee.length < ids.length) throw invalid('mentions', 'wrong-mentions');
  for (const memberId of ids) {
    await mentions.insert({
      member_id: memberId,
      message_id: messageId,
      ticket_id: ticket.ticket_id,
      project_id: ticket.project_id,
      subject: ticket.subject,
      excerpt: preview(message),
      author_id: author.id,
      author_name: author.name,
      created_at: now,
      read_at: null,
    });
  }
}

/**
 * Counts before any work, also refused and repeated notes. Throws AppError `mention-limit` if there
 * are too many in this hour: then none counts.
 */
export function countMentions(limits: RateLimits, caller: CountedCaller, memberIds: readonly string[]): void {
  if (memberIds.length === 0) return;
  try {
    limits.consumeByCaller('mention', caller, { count: memberIds.length });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { detail, headers } = error;
    throw new AppError('mention-limit', { detail: `${detail} Or send the note without mentions.`, headers });
  }
}
