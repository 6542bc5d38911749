import { useLocalStorage } from '@mantine/hooks';

export const AFTER_SENDING = ['next', 'stay', 'back'] as const;
/** The next ticket, this one, or the list. */
export type AfterSending = (typeof AFTER_SENDING)[number];

/** Earlier versions stored whether the next ticket opens. */
export function readAfterSending(stored: string | undefined): AfterSending {
  if (stored === 'false') return 'stay';
  return AFTER_SENDING.find((one) => JSON.stringify(one) === stored) ?? 'next';
}

/** Keeps this browser's choice for all ways to send. */
export function useAfterSending() {
  return useLocalStorage<AfterSending>({
    key: 'after-sending',
    defaultValue: 'next',
    getInitialValueInEffect: false,
    deserialize: readAfterSending,
  });
}
