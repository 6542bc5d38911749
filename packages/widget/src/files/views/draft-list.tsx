import type { UiProps } from '../../ui/ui.ts';
import { type DraftFiles, MAX_FILES } from '../draft-files.ts';
import { CloseIcon } from '../icons.tsx';
import { FileText, isPicture, Preview, sizeText } from './parts.tsx';

/** Shows the chosen files, and why some were not added. */
export function DraftList({ ui, draft, onRemove }: UiProps & { draft: DraftFiles; onRemove(id: string): void }) {
  const { text, language, sending, maxFileBytes } = ui;
  const { files, problems, added } = draft;
  return (
    <>
      {files.length > 0 && (
        <ul class="files" aria-label={text('files')}>
          {files.map(({ id, name, blob }) => (
            <li key={id} class="file">
              <Preview id={id} load={isPicture(blob.type) ? async () => blob : undefined} />
              <FileText ui={ui} name={name} size={blob.size} />
              <button
                type="button"
                class="icon-button"
                aria-label={text('removeFile', { name })}
                aria-disabled={sending.isBusy}
                onClick={() => sending.isBusy || onRemove(id)}
              >
                <CloseIcon />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div role="alert" class="file-problems">
        {problems.map(({ key, name }) => (
          <p class="danger">{text(key, { name, count: MAX_FILES, size: sizeText(maxFileBytes, language.tag) })}</p>
        ))}
      </div>
      <div role="status" class="hidden">
        {added.length > 0 && text('filesAdded', { names: added.join(', ') })}
      </div>
    </>
  );
}
