import { useBlocker } from '@tanstack/react-router';
import { useText } from '../i18n/text.ts';

/**
 * Asks before the page is left while there is unsaved input. The returned function asks too, and
 * says whether the member wants to leave.
 */
export function useUnsaved(unsaved: boolean): () => boolean {
  const { t } = useText();
  const confirmLeave = () => !unsaved || window.confirm(t('form.unsaved'));
  useBlocker({ shouldBlockFn: () => !confirmLeave(), enableBeforeUnload: unsaved, disabled: !unsaved });
  return confirmLeave;
}
