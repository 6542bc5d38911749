import type { OutboxEntry } from '@player-support/client';
import { reasonOf, troubleOf } from '../trouble.ts';
import { AlertIcon, CheckIcon, ClockIcon } from '../ui/icons.tsx';
import type { UiProps } from '../ui/ui.ts';

export function EntryMark({ ui, entry }: UiProps & { entry: OutboxEntry }) {
  const {
    text,
    model,
    state: { trouble },
  } = ui;
  const { id, state, error, lastError, isStored } = entry;
  if (state === 'failed') {
    return (
      <div class="mark">
        <p class="danger">
          <AlertIcon />
          <span>
            {text('failed')} · {text(reasonOf(error))}
          </span>
        </p>
        <div class="mark-actions">
          <button type="button" class="button small" onClick={() => model.retry(id)}>
            {text('tryAgain')}
          </button>
          <button type="button" class="button small" onClick={() => model.discard(id)}>
            {text('delete')}
          </button>
        </div>
      </div>
    );
  }
  // The banner says why.
  const isWaiting = state === 'queued' && lastError !== undefined;
  return (
    <div class="mark">
      <p>
        {state === 'sent' ? <CheckIcon /> : <ClockIcon />}
        <span>
          {text(state)}
          {isWaiting && !(trouble && troubleOf(lastError)) && ` · ${text(reasonOf(lastError))}`}
          {!isStored && ` · ${text('notStored')}`}
        </span>
      </p>
      {isWaiting && trouble !== 'offline' && (
        <button type="button" class="button small" onClick={() => model.sendNow()}>
          {text('tryAgain')}
        </button>
      )}
    </div>
  );
}
