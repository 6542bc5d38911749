import { useFailures, useOutboxEntries } from '../data/outbox/sending.tsx';
import { useText } from '../i18n/text.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { useRegister } from '../ui/registry.ts';
import { shortcuts } from '../ui/shortcuts.ts';

const OutboxToasts = lazyComponent(async () => (await import('./outbox-toasts.tsx')).OutboxToasts);

/** The code loads when there is something to say. */
export function LazyOutboxToasts() {
  const { t } = useText();
  const entries = useOutboxEntries();
  const failures = useFailures();
  // The notices handle this key. It is here for the help.
  useRegister(shortcuts, [{ keys: 'mod+Z', label: t('outbox.undo.key'), run: () => undefined }]);
  return entries.length + failures.length > 0 && <OutboxToasts />;
}
