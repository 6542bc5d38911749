import { useLocalStorage } from '@mantine/hooks';
import { useMember } from '../../data/session/session.ts';
import type { Visibility } from './first-steps.ts';

/** For this member in this browser. */
export function useVisibility() {
  const { id } = useMember();
  return useLocalStorage<Visibility>({
    key: `first-steps:${id}`,
    defaultValue: 'auto',
    getInitialValueInEffect: false,
  });
}
