import type { Context } from '../operations/context.ts';
import { type IdempotentRequest, receiptOf, runIdempotently } from '../operations/idempotency.ts';
import { jsonText } from '../operations/json-text.ts';
import type { Call } from '../operations/operation.ts';
import type { Receipt } from '../store/idempotency.ts';
import { installationOf } from '../store/player-reads.ts';
import type { Transaction } from '../store/store.ts';

type WritingCall = Pick<Call<'player'>, 'caller' | 'sentBody' | 'idempotencyKey' | 'now'> & {
  readonly body: { readonly attachments?: readonly string[] | null };
};

interface MessageWrite<Response> extends Pick<IdempotentRequest<Response>, 'path' | 'response'> {
  /** The ticket that gets the message, unless it is merged. */
  readonly ticketId: string;
  /** Returns false, and writes nothing, if that is not possible. */
  readonly inOneStatement: (receipt: Receipt | undefined) => Promise<boolean>;
  /** Writes the message step by step. Returns where it is. */
  readonly write: (tx: Transaction) => Promise<{ readonly ticketId: string; readonly messageId: string }>;
}

/**
 * Writes a message of a player, once per path and Idempotency-Key: in one statement if possible,
 * else in a transaction. The response names files that it cannot get in `refusedAttachments`.
 * Returns the id of the ticket that got it: undefined if an earlier request has written it. Throws
 * AppError `idempotency-conflict` if the first request with this key had another body.
 */
export async function writeMessage<Response extends object>(
  call: WritingCall,
  { config, store: { writesInOneStatement, transaction } }: Pick<Context, 'config' | 'store'>,
  { path, response: usual, ticketId, inOneStatement, write }: MessageWrite<Response>,
) {
  const { session } = call.caller;
  const attachments = call.body.attachments ?? [];
  const writer = session.player_id;
  const request = { call, config, keeper: installationOf(session), path };
  const hasFiles = attachments.length > 0;
  if (writesInOneStatement && !hasFiles) {
    const text = jsonText(usual);
    if (await inOneStatement(receiptOf(request, text))) return { text, changedId: ticketId };
  }
  return transaction(async (tx) => {
    // The player is locked first, as `inOneStatement` does, or the two could deadlock. So with
    // files: they are read before the message is written.
    if (writesInOneStatement || hasFiles) await tx.players.lockOnly(writer);
    const usable = hasFiles ? await tx.attachments.usable(writer, attachments, undefined) : [];
    const refused = [...new Set(attachments)].filter((id) => !usable.includes(id));
    const response = { ...usual, ...(hasFiles ? { refusedAttachments: refused } : {}) };
    let changedId: string | undefined;
    const work = async () => {
      const message = await write(tx);
      changedId = message.ticketId;
      if (usable.length > 0) await tx.attachments.bind(writer, usable, message);
    };
    const { text } = await runIdempotently({ ...request, response }, { tx, work });
    return { text, changedId };
  });
}
