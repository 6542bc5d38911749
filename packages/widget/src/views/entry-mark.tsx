import type { OutboxEntry } from '@player-support/client';
import { reasonOf } from '../trouble.ts';
import { AlertIcon, CheckIcon, ClockIcon } from '../ui/icons.tsx';
import type { UiProps } from '../ui/ui.ts';

/** How far a message of the player has come, and what the player can do about it. */
export function EntryMark({ ui, entry }: UiProps & { entry: OutboxEntry }) {
  const { text, model } = ui;
  const { id, state, error } = entry;
  if (state === 'failed') {
    return (
      <div class="mark failed-mark">
        <p class="danger">
          <AlertIcon />
          <span>
            {text('failed')}. {text(reasonOf(error))}
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
  return (
    <p class="mark">
      {state === 'sent' ? <CheckIcon /> : <ClockIcon />}
      {text(state)}
    </p>
  );
}
