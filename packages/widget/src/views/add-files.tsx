import { CameraIcon, ClipIcon } from '../ui/icons.tsx';
import type { UiProps } from '../ui/ui.ts';

/** A phone converts photos for these. All other files can be dropped or pasted. */
const ACCEPT = 'image/png,image/jpeg,image/webp,image/gif,video/*,text/*,.log,.json,.pdf,.zip,.gz';

export function AddFiles({ ui, draft, isCompact }: UiProps & { draft: string; isCompact?: boolean }) {
  const { text, screenshot, hasFiles, addFiles, preload } = ui;
  if (!hasFiles) return null;
  let input: HTMLInputElement | null = null;
  const button = (key: 'addFile' | 'addScreenshot', Icon: typeof ClipIcon, onClick: () => void) => (
    <button
      type="button"
      class={isCompact ? 'icon-button add' : 'button small'}
      data-key={key}
      aria-label={text(key)}
      onClick={onClick}
    >
      <Icon />
      {!isCompact && text(key)}
    </button>
  );
  return (
    <>
      <input
        type="file"
        hidden
        multiple
        accept={ACCEPT}
        ref={(element) => {
          input = element;
        }}
        onChange={({ currentTarget }) => {
          addFiles(draft, [...(currentTarget.files ?? [])]);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      {button('addFile', ClipIcon, () => {
        // While the player chooses.
        preload();
        input?.click();
      })}
      {screenshot && button('addScreenshot', CameraIcon, () => addFiles(draft))}
    </>
  );
}

/** Makes an element take pasted or dropped files. */
export function fileEvents({ ui: { hasFiles, addFiles }, draft }: UiProps & { draft: string }) {
  const add = (event: Event, data: DataTransfer | null) => {
    if (!hasFiles || !data?.files.length) return;
    event.preventDefault();
    addFiles(draft, [...data.files]);
  };
  return {
    onPaste: (event: ClipboardEvent) => add(event, event.clipboardData),
    onDrop: (event: DragEvent) => add(event, event.dataTransfer),
    onDragOver: (event: DragEvent) => event.preventDefault(),
  };
}
