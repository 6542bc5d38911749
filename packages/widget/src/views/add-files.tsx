import { CameraIcon, ClipIcon } from '../ui/icons.tsx';
import type { UiProps } from '../ui/ui.ts';

/** The chooser of a phone converts photos for these. All other files can be dropped or pasted. */
const ACCEPT = 'image/png,image/jpeg,image/webp,image/gif,video/*,text/*,.log,.json,.pdf,.zip,.gz';

/** Buttons that add files to a draft. */
export function AddFiles({ ui, draft, isCompact }: UiProps & { draft: string; isCompact?: boolean }) {
  const { text, screenshot, hasFiles, addFiles, addScreenshot, preload } = ui;
  if (!hasFiles) return null;
  let input: HTMLInputElement | undefined;
  const choose = () => {
    // Meanwhile the player chooses.
    preload();
    input?.click();
  };
  const kind = isCompact ? 'icon-button add' : 'button small';
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
      <button type="button" class={kind} data-key="add-file" aria-label={text('addFile')} onClick={choose}>
        <ClipIcon />
        {!isCompact && text('addFile')}
      </button>
      {screenshot && (
        <button
          type="button"
          class={kind}
          data-key="add-screenshot"
          aria-label={text('addScreenshot')}
          onClick={() => addScreenshot(draft)}
        >
          <CameraIcon />
          {!isCompact && text('addScreenshot')}
        </button>
      )}
    </>
  );
}

/** What makes an element take files that are pasted or dropped. */
export function fileEvents({ ui: { hasFiles, addFiles }, draft }: UiProps & { draft: string }) {
  if (!hasFiles) return {};
  const add = (event: Event, data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    addFiles(draft, files);
  };
  return {
    onPaste: (event: ClipboardEvent) => add(event, event.clipboardData),
    onDrop: (event: DragEvent) => add(event, event.dataTransfer),
    onDragOver: (event: DragEvent) => event.dataTransfer?.types.includes('Files') && event.preventDefault(),
  };
}
