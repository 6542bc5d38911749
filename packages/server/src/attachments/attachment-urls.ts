import { createHmac } from 'node:crypto';
import { HOUR } from '../domain/time.ts';
import { newTagKey, sameHash } from '../domain/tokens.ts';
import type { Store } from '../store/store.ts';

const NAME = 'attachment-urls';
/** A URL is valid for one to two steps. Within a step it stays the same, so that caches work. */
const STEP_MS = HOUR / 2;

interface SignedFile {
  readonly playerId: string;
  readonly attachmentId: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** Signs the URLs of files, with a key that all nodes share. */
export function createAttachmentUrls(store: Pick<Store, 'serviceSecrets'>) {
  let cachedKey: string | undefined;

  /** The key. The first node that asks for it creates it. */
  async function key(): Promise<string> {
    const { serviceSecrets } = store;
    cachedKey ??= (await serviceSecrets.byName(NAME)) ?? (await serviceSecrets.createOnce(NAME, newTagKey()));
    return cachedKey;
  }

  function sign(secret: string, { playerId, attachmentId, expires }: SignedFile): string {
    return createHmac('sha256', secret).update(`${playerId} ${attachmentId} ${expires}`).digest('base64url');
  }

  return {
    key,
    /**
     * The path with which anyone can read a file for half an hour to an hour. Null until the key is
     * read, which must not happen in the middle of a transaction.
     */
    pathOf(playerId: string, attachmentId: string, now: number): string | null {
      if (cachedKey === undefined) {
        key().catch(() => {});
        return null;
      }
      const expires = (Math.floor(now / STEP_MS) + 2) * STEP_MS;
      const signature = sign(cachedKey, { playerId, attachmentId, expires });
      return `/api/v1/attachments/${attachmentId}?player=${playerId}&expires=${expires}&signature=${signature}`;
    },
    /** Whether a signature is that of this server, and has not expired. */
    isValid: async (file: SignedFile, signature: string, now: number): Promise<boolean> =>
      now < file.expires && sameHash(signature, sign(await key(), file)),
  };
}

export type AttachmentUrls = ReturnType<typeof createAttachmentUrls>;
