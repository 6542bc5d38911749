import { useBlocker } from '@tanstack/react-router';
import { useText } from '../i18n/text.ts';

/** Asks before the page is left while something was typed and not saved. What is returned asks before anything else. */
export function useUnsaved(unsaved: boolean): () => boolean {
  const { t } = useText();
  const mayLeave = () => !unsaved || window.confirm(t('form.unsaved'));
  useBlocker({ shouldBlockFn: () => !mayLeave(), enableBeforeUnload: unsaved, disabled: !unsaved });
  return mayLeave;
}
