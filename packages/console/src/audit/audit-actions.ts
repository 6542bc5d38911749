import type { Key } from '../i18n/catalogues.ts';
import { isLoaded, loadedKeys } from '../i18n/text.ts';

/** Ids of operations, events and commands begin with an upper-case letter. */
type ActionKey = Extract<Key, `audit.${Capitalize<string>}`>;

const isActionKey = (key: Key): key is ActionKey => /^audit\.[A-Z]/.test(key);

export function knownActions(): { readonly id: string; readonly key: ActionKey }[] {
  return loadedKeys()
    .filter(isActionKey)
    .map((key) => ({ id: key.slice('audit.'.length), key }));
}

/** Undefined: the console has no text for the action. */
export function actionKey(action: string, { blocked, failed }: Readonly<Record<string, unknown>> = {}) {
  if (typeof failed === 'string') return action === 'OidcRecheck' ? 'audit.ended' : 'audit.failed';
  // One operation for both, of which the filter knows only the id.
  if (action === 'UpdatePlayer' && typeof blocked === 'boolean') return blocked ? 'audit.blocked' : 'audit.unblocked';
  const key = `audit.${action}`;
  return isLoaded(key) && isActionKey(key) ? key : undefined;
}

/** Makes words of an operation's id: "UpdateMacro" is "update macro". */
export function actionInWords(action: string): string {
  return action.replace(/(?!^)(?=[A-Z])/g, ' ').toLowerCase();
}
