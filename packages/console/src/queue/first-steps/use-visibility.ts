import { useLocalStorage } from '@mantine/hooks';
import { useMember } from '../../data/session/session.ts';
import type { Visibility } from './first-steps.ts';

/** Keeps in this browser whether the member sees the first steps. */
export function useVisibility() {
  const { id } = useMember();
  return useLocalStorage<Visibility>({
    key: `first-steps:${id}`,
    defaultValue: 'auto',
    getInitialValueInEffect: false,
  });
}
