import type { Available } from '../operations/context.ts';
import { runIdempotently } from '../operations/idempotency.ts';
import type { Call } from '../operations/operation.ts';
import type { Transaction } from '../store/store.ts';

interface Write<Response> {
  readonly call: Pick<Call, 'body' | 'idempotencyKey' | 'now'>;
  /** The player who keeps the receipt. */
  readonly playerId: string;
  /** The player whose data the request writes. */
  readonly writer: string;
  readonly path: string;
  readonly response: Response;
  /** The ids that the message should get. */
  readonly attachments: readonly string[];
  /** The message that gets them, when `work` is done. */
  readonly message: () => { readonly ticketId: string; readonly messageId: string };
  readonly work: (tx: Transaction) => Promise<void>;
}

/**
 * Writes a message of a player with files, once per path and Idempotency-Key. The message is
 * written even if it cannot get a file: the response names it in `refusedAttachments`.
 *
 * @throws AppError `idempotency-conflict` if the first request with this key had another body
 */
export function writeWithAttachments<Response extends object>(
  { call, playerId, writer, path, response, attachments, message, work }: Write<Response>,
  { store, config }: Pick<Available, 'store' | 'config'>,
) {
  return store.transaction(async (tx) => {
    await tx.players.lock(writer);
    const usable = await tx.attachments.usable(writer, attachments, undefined);
    const refusedAttachments = [...new Set(attachments)].filter((id) => !usable.includes(id));
    const request = { call, config, playerId, path, response: { ...response, refusedAttachments } };
    return runIdempotently(request, {
      tx,
      work: async () => {
        await work(tx);
        if (usable.length > 0) await tx.attachments.bind(writer, usable, message());
      },
    });
  });
}
