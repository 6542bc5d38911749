import { createHmac } from 'node:crypto';
import { HOUR } from '../domain/time.ts';
import { newSecret, sameHash } from '../domain/tokens.ts';
import type { Store } from '../store/store.ts';

const NAME = 'attachment-urls';
/** URLs are valid for one to two steps, and stay the same within a step for caches. */
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

  /** The first node that asks creates it. */
  async function key(): Promise<string> {
    const { serviceSecrets } = store;
    cachedKey ??= (await serviceSecrets.byName(NAME)) ?? (await serviceSecrets.createOnce(NAME, newSecret()));
    return cachedKey;
  }

  const sign = (secret: string, { playerId, attachmentId, expires }: SignedFile): string =>
    createHmac('sha256', secret).update(`${playerId} ${attachmentId} ${expires}`).digest('base64url');

  return {
    key,
    /**
     * Anyone can read a file at this path for 30 to 60 minutes. Null until the key is read, which
     * must not happen within a transaction.
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
    isValid: async (file: SignedFile, signature: string, now: number): Promise<boolean> =>
      now < file.expires && sameHash(signature, sign(await key(), file)),
  };
}
