import { notifications } from '@mantine/notifications';
import { ApiError } from '../../api/api-error.ts';
import { currentText, type Translate } from '../../i18n/text.ts';
import { errorText } from '../../ui/error-text.ts';
import { fieldText } from '../../ui/field-text.ts';
import { isolated } from '../../ui/isolated.ts';
import type { BlockEntry, ChangeEntry, MergeEntry, MessageEntry } from './entries.ts';
import type { Delivered } from './outbox.ts';

interface Outcome {
  readonly changed: number;
  readonly notFound: number;
  readonly merged?: number;
  readonly notSnoozed?: number;
  readonly error?: unknown;
}

/** Says that all or some tickets were refused, and why. */
export function notifyRefused(
  entry: ChangeEntry | BlockEntry | MergeEntry,
  { changed, notFound, merged = 0, notSnoozed = 0, error }: Outcome,
): void {
  const { t } = currentText();
  const refused = entry.kind === 'change' ? entry.ticketIds.length - changed - notFound - merged - notSnoozed : 0;
  const parts = [
    entry.kind === 'block' ? t('outbox.block.failed', { name: isolated(entry.name) }) : '',
    entry.kind === 'merge' || entry.kind === 'unmerge'
      ? t(`outbox.${entry.kind}.failed`, { subject: isolated(entry.subject) })
      : '',
    changed > 0 ? t('outbox.change.done', { count: changed }) : '',
    notFound > 0 ? t('outbox.change.not-found', { count: notFound }) : '',
    merged > 0 ? t('outbox.change.merged', { count: merged }) : '',
    notSnoozed > 0 ? t('outbox.change.not-snoozed', { count: notSnoozed }) : '',
    refused > 0 ? t('outbox.change.failed', { count: refused }) : '',
    error === undefined ? '' : reason(error, t),
  ];
  warn(parts.filter((part) => part !== '').join(' '), t);
}

/** Says that some files of a message were refused. */
export function notifyRefusedFiles(
  { subject, attachments = [] }: MessageEntry,
  { refusedAttachments = [] }: Delivered,
): void {
  const { t } = currentText();
  const names = attachments.filter(({ id = '' }) => refusedAttachments.includes(id)).map(({ name }) => isolated(name));
  if (names.length > 0) warn(t('outbox.files-refused', { subject: isolated(subject), names: names.join(', ') }), t);
}

function warn(message: string, t: Translate): void {
  notifications.show({
    message,
    color: 'red',
    autoClose: false,
    role: 'alert',
    closeButtonProps: { 'aria-label': t('action.close') },
  });
}

/** Returns what the server says about a field, such as an assignee without access. */
function reason(error: unknown, t: Translate): string {
  if (!(error instanceof ApiError)) return t('outbox.old');
  const { problems } = error;
  return problems.length > 0 ? problems.map((one) => fieldText(one, t)).join(' ') : errorText(error, t);
}
