import { ApiError } from '../api/api-error.ts';
import { useKeptFields } from './use-kept-fields.ts';

/**
 * Like `useKeptFields`, for a dialog that sends what must not arrive twice. `sendOnce` passes the
 * same Idempotency-Key to each attempt until the dialog is closed, also after a reload: an attempt
 * that failed may have reached the server. If the server says that the key was used with other
 * content, the error is shown, and the next attempt has a new key.
 */
export function useKeptRequest<Texts extends Readonly<Record<string, string>>>(name: string, initial: Texts) {
  const { values, setValues, field } = useKeptFields(name, { ...initial, idempotencyKey: '' });
  const setKey = (idempotencyKey: string) => setValues((before) => ({ ...before, idempotencyKey }));
  async function sendOnce<T>(request: (idempotencyKey: string) => Promise<T>): Promise<T> {
    const key = values.idempotencyKey === '' ? crypto.randomUUID() : values.idempotencyKey;
    setKey(key);
    try {
      return await request(key);
    } catch (error) {
      if (error instanceof ApiError && error.slug === 'idempotency-conflict') setKey('');
      throw error;
    }
  }
  return { values, setValues, field, sendOnce };
}
