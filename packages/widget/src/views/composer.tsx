import { reasonOf } from '../trouble.ts';
import { SendIcon } from '../ui/icons.tsx';
import type { UiProps } from '../ui/ui.ts';
import { isValid, MAX_MESSAGE } from '../valid-text.ts';
import { AddFiles, fileEvents } from './add-files.tsx';
import { FieldHint, TextArea } from './field.tsx';

/**
 * Lets the player write a reply.
 *
 * @param entryId the entry that creates the ticket: the draft may have been begun under its id
 */
export function Composer({ ui, ticketId, entryId }: UiProps & { ticketId: string; entryId: string | undefined }) {
  const { text, drafts, sending, write, reply } = ui;
  const id = drafts.get(ticketId) === undefined && entryId !== undefined && drafts.get(entryId) ? entryId : ticketId;
  const { message = '' } = drafts.get(id) ?? {};
  const canSend = isValid(message, MAX_MESSAGE);
  const { files } = ui;
  const filesId = entryId !== undefined && files?.attachments(entryId) ? entryId : ticketId;

  function send(): void {
    if (canSend) reply(ticketId, message, filesId);
  }

  return (
    <div class="composer-place" {...fileEvents({ ui, draft: filesId })}>
      {files?.draft(ui, filesId)}
      <div class="composer" part="composer">
        <AddFiles ui={ui} draft={filesId} isCompact />
        <TextArea
          id="reply"
          rows={1}
          value={message}
          label={text('reply')}
          placeholder={text('replyHint')}
          isReadOnly={sending.isBusy}
          isInvalid={message !== '' && !canSend}
          onInput={(written) => write(id, written === '' ? undefined : { message: written })}
          onSubmit={send}
        />
        <button
          type="button"
          class="icon-button send"
          aria-label={text('send')}
          aria-disabled={!canSend || sending.isBusy}
          onClick={send}
        >
          <SendIcon />
        </button>
      </div>
      <FieldHint ui={ui} id="reply-hint" value={message} max={MAX_MESSAGE} />
      <SendError ui={ui} />
    </div>
  );
}

/** Says why the outbox has no entry. The text is still in its field. */
export function SendError({ ui: { sending, text } }: UiProps) {
  return <div role="alert">{sending.error !== undefined && <p class="danger">{text(reasonOf(sending.error))}</p>}</div>;
}
