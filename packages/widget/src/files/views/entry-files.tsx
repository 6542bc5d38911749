import type { OutboxEntry } from '@player-support/client';
import type { UiProps } from '../../ui/ui.ts';
import { FileText, Preview, refusalOf } from './parts.tsx';

/** Shows the files of a message on its way, with the uploaded share. */
export function EntryFiles({ ui, entry, progress }: UiProps & { entry: OutboxEntry; progress: number | undefined }) {
  const { text, language } = ui;
  const { id, files = [], state } = entry;
  const isUploading = progress !== undefined && progress < 1 && (state === 'queued' || state === 'sending');
  const percent = new Intl.NumberFormat(language.tag, { style: 'percent' }).format(progress ?? 0);
  return (
    <>
      <ul class="files" aria-label={text('files')}>
        {files.map(({ name, size, error }, index) => (
          <li key={`${index}`} class="file">
            <Preview id={`${id} ${index}`} />
            <FileText ui={ui} name={name} size={size} problem={error && text(refusalOf(error))} />
          </li>
        ))}
      </ul>
      {isUploading && (
        <div
          class="progress"
          role="progressbar"
          aria-label={text('uploading', { percent })}
          aria-valuenow={Math.round(progress * 100)}
        >
          <div class="bar" style={{ inlineSize: `${progress * 100}%` }} />
        </div>
      )}
    </>
  );
}
