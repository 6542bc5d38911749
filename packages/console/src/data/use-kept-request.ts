import { ApiError } from '../api/api-error.ts';
import { useKeptFields } from './use-kept-fields.ts';

type Texts = Readonly<Record<string, string>>;

/** The last attempt: its content, time and Idempotency-Key. */
const NONE = { idempotencyKey: '', sentAt: '', sent: '' };

const contentOf = ({ idempotencyKey: _key, sentAt: _at, sent: _sent, ...texts }: Texts) => JSON.stringify(texts);

/**
 * Returns the last attempt's time until a text changes: the same Idempotency-Key needs the same
 * body.
 */
export function attemptTime(values: Texts, now: number): number {
  return values.sentAt && values.sent === contentOf(values) ? Number(values.sentAt) : now;
}

export const attempted = (values: Texts, idempotencyKey: string, at: number) => ({
  idempotencyKey,
  sentAt: String(at),
  sent: contentOf(values),
});

/**
 * Keeps what must not arrive twice, like `useKeptFields`. `sendOnce` repeats the Idempotency-Key,
 * also after a reload: a failed attempt may have arrived.
 */
export function useKeptRequest<Fields extends Texts>(
  name: string,
  initial: Fields,
  onConflict?: () => Promise<unknown>,
) {
  const { values, setValues, field } = useKeptFields(name, { ...initial, ...NONE });
  /** `at` decides what depends on the time. */
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
