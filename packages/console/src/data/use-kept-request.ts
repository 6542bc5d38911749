import { ApiError } from '../api/api-error.ts';
import { useKeptFields } from './use-kept-fields.ts';

type Texts = Readonly<Record<string, string>>;

/** The last attempt: what it sent, when, and with which Idempotency-Key. */
const NONE = { idempotencyKey: '', sentAt: '', sent: '' };

const contentOf = ({ idempotencyKey: _key, sentAt: _at, sent: _sent, ...texts }: Texts) => JSON.stringify(texts);

/**
 * The time that decides what the next attempt sends. It is that of the last attempt as long as no
 * text has changed: the same Idempotency-Key needs the same body.
 */
export function attemptTime(values: Texts, now: number): number {
  return values.sentAt && values.sent === contentOf(values) ? Number(values.sentAt) : now;
}

/** The values after an attempt at this time. */
export const attempted = (values: Texts, idempotencyKey: string, at: number) => ({
  idempotencyKey,
  sentAt: String(at),
  sent: contentOf(values),
});

/**
 * Like `useKeptFields`, for a dialog that sends what must not arrive twice. `sendOnce` passes the
 * same Idempotency-Key to each attempt until the dialog is closed, also after a reload: an attempt
 * that failed may have reached the server. If the server says that the key was used with other
 * content, the error is shown, and the next attempt has a new key.
 *
 * @param onConflict loads what the server has already, before there is a new key
 */
export function useKeptRequest<Fields extends Texts>(
  name: string,
  initial: Fields,
  onConflict?: () => Promise<unknown>,
) {
  const { values, setValues, field } = useKeptFields(name, { ...initial, ...NONE });
  /** @param request gets the time that decides about what depends on it */
  async function sendOnce<T>(request: (idempotencyKey: string, at: number) => Promise<T>): Promise<T> {
    const key = values.idempotencyKey === '' ? crypto.randomUUID() : values.idempotencyKey;
    const at = attemptTime(values, Date.now());
    setValues((before) => ({ ...before, ...attempted(values, key, at) }));
    try {
      return await request(key, at);
    } catch (error) {
      if (error instanceof ApiError && error.slug === 'idempotency-conflict') {
        await onConflict?.();
        setValues((before) => ({ ...before, ...NONE }));
      }
      throw error;
    }
  }
  return { values, setValues, field, sendOnce };
}
