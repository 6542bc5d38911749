import type { ProjectResponse } from '@player-support/contract/team/projects';
import { isRetryable } from '../../api/api-error.ts';
import { request } from '../../api/client.ts';
import { browserStore, store } from '../../lib/storage.ts';

export interface TestTicketTexts {
  readonly userId: string;
  readonly subject: string;
  readonly message: string;
}

/** An unconfirmed ticket. Sending it again creates no second one. */
interface Attempt {
  readonly installationId: string;
  readonly idempotencyKey: string;
  readonly texts: TestTicketTexts;
}

const storage = browserStore();

function attemptAt(key: string, texts: TestTicketTexts): Attempt {
  try {
    const stored = JSON.parse(storage.getItem(key) ?? 'null');
    // Only this module writes it.
    if (stored !== null) return stored as Attempt;
  } catch {
    // Not JSON: another program wrote it.
  }
  const attempt = { installationId: crypto.randomUUID(), idempotencyKey: crypto.randomUUID(), texts };
  store(storage, key, attempt);
  return attempt;
}

/**
 * Sends a ticket as a game does, from a new installation. After a temporary failure the next call
 * repeats it.
 */
export async function sendTestTicket(
  memberId: string,
  project: ProjectResponse,
  texts: TestTicketTexts,
): Promise<void> {
  const { id, publicKey, ticketTypes } = project;
  const key = `test-ticket:${memberId}:${id}`;
  const { installationId, idempotencyKey, texts: sent } = attemptAt(key, texts);
  const { userId, subject, message } = sent;
  const context = { platform: 'web', locale: navigator.language, deviceModel: navigator.userAgent.slice(0, 200) };
  try {
    // A game has no cookie of the console.
    const { playerAccessToken: token } = (await request('post', '/api/v1/player/identify', {
      credentials: 'omit',
      body: { projectPublicKey: publicKey, installationId, userId, context },
      // The specification of the player API has this field.
    })) as { readonly playerAccessToken: string };
    await request('post', '/api/v1/tickets', {
      credentials: 'omit',
      token,
      idempotencyKey,
      body: { projectPublicKey: publicKey, type: ticketTypes[0]?.type ?? 'other', subject, message, context },
    });
    storage.removeItem(key);
  } catch (error) {
    // Refused for good, so the next attempt is a new ticket.
    if (!isRetryable(error)) storage.removeItem(key);
    throw error;
  }
}
