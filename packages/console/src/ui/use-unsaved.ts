import { useEffect, useEffectEvent } from 'react';
import { addUnsavedSource } from './unsaved.ts';

/** Asks before the page is left with unsaved input. A dialog does it itself. */
export function useUnsaved(isUnsaved: () => boolean): void {
  const current = useEffectEvent(isUnsaved);
  useEffect(() => addUnsavedSource(() => current()), []);
}
