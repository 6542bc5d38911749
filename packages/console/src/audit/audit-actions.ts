import type { Key } from '../i18n/catalogues.ts';
import { isLoaded, loadedKeys } from '../i18n/text.ts';

/** The text of an operation, an event or a command: its id begins with an upper-case letter. */
type ActionKey = Extract<Key, `audit.${Capitalize<string>}`>;

const isActionKey = (key: Key): key is ActionKey => /^audit\.[A-Z]/.test(key);

/** The actions that have a text, by their ids in the audit log. */
export function knownActions(): { readonly id: string; readonly key: ActionKey }[] {
  return loadedKeys()
    .filter(isActionKey)
    .map((key) => ({ id: key.slice('audit.'.length), key }));
}

/**
 * The key of the text for an action with these details. Undefined if the console has no text for it
 * yet.
 */
export function actionKey(action: string, { blocked, failed }: Readonly<Record<string, unknown>> = {}) {
  if (typeof failed === 'string') return action === 'OidcRecheck' ? 'audit.ended' : 'audit.failed';
  // One operation for both, of which the filter knows only the id.
  if (action === 'UpdatePlayer' && typeof blocked === 'boolean') return blocked ? 'audit.blocked' : 'audit.unblocked';
  const key = `audit.${action}`;
  return isLoaded(key) && isActionKey(key) ? key : undefined;
}

/** An action in words, from the id of its operation: "UpdateMacro" is "update macro". */
export function actionInWords(action: string): string {
  return action.replace(/(?!^)(?=[A-Z])/g, ' ').toLowerCase();
}
