import { useEffect, useEffectEvent } from 'react';
import { addUnsavedSource } from './unsaved.ts';

/**
 * Asks before the page is left while there is unsaved input. A dialog does it by itself.
 *
 * @param isUnsaved is called when the member wants to leave
 */
export function useUnsaved(isUnsaved: () => boolean): void {
  const current = useEffectEvent(isUnsaved);
  useEffect(() => addUnsavedSource(() => current()), []);
}
