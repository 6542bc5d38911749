import type { OutboxEntry, PlayerSupport } from '@player-support/client';
import { captureScreenshot, type NewFile } from '@player-support/client/file-uploads';
import type { Attachment } from '../attachments.ts';
import type { Screenshot } from '../files-part.ts';
import type { Child } from '../ui/jsx-runtime.ts';
import type { Ui } from '../ui/ui.ts';
import { addFiles, type DraftFiles, NO_FILES } from './draft-files.ts';
import styles from './styles.css?inline';
import { DraftList } from './views/draft-list.tsx';
import { EntryFiles } from './views/entry-files.tsx';
import { MessageFiles } from './views/message-files.tsx';

export interface ViewOptions {
  readonly root: ShadowRoot;
  readonly support: PlayerSupport;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly draw: () => void;
}

/** The files in the panel of one player. */
export interface FilesView {
  add(draft: string, files: readonly NewFile[], maxBytes: number): void;
  addScreenshot(draft: string, screenshot: Screenshot, maxBytes: number): Promise<void>;
  /** What the message of a draft gets, if it has files. */
  attachments(draft: string): readonly NewFile[] | undefined;
  clear(draft: string): void;
  /** The files of a draft, with what the player can do about them. */
  draft(ui: Ui, draft: string): Child;
  /** The files of a message that the service has. @param entry from which it was sent */
  message(ui: Ui, files: readonly Attachment[], entry: OutboxEntry | undefined): Child;
  /** The files of a message on its way. */
  entry(ui: Ui, entry: OutboxEntry): Child;
  dispose(): void;
}

let sheet: CSSStyleSheet | undefined;

function addStyles(root: ShadowRoot): void {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

export function createFilesView({ root, support, baseUrl, draw }: ViewOptions): FilesView {
  const drafts = new Map<string, DraftFiles>();
  /** The share of the bytes that are uploaded, by entry. */
  const progress = new Map<string, number>();
  addStyles(root);
  const stop = support.on('upload', ({ entryId, sent, total }) => {
    progress.set(entryId, total === 0 ? 1 : sent / total);
    draw();
  });
  const of = (draft: string) => drafts.get(draft) ?? NO_FILES;

  function set(draft: string, files: DraftFiles): void {
    drafts.set(draft, files);
    draw();
  }

  const add = (draft: string, files: readonly NewFile[], maxBytes: number) =>
    set(draft, addFiles(of(draft), files, maxBytes));

  return {
    add,
    async addScreenshot(draft, screenshot, maxBytes) {
      try {
        const made = typeof screenshot === 'function' ? await screenshot() : await captureScreenshot(screenshot);
        add(
          draft,
          [made instanceof Blob && !(made instanceof File) ? { blob: made, name: 'screenshot.png' } : made],
          maxBytes,
        );
      } catch {
        set(draft, { ...of(draft), added: [], problems: [{ key: 'screenshotFailed', name: '' }] });
      }
    },
    attachments(draft) {
      const { files } = of(draft);
      return files.length === 0 ? undefined : files.map(({ blob, name }) => ({ blob, name }));
    },
    clear: (draft) => void drafts.delete(draft),
    draft: (ui, draft) => (
      <DraftList
        ui={ui}
        draft={of(draft)}
        onRemove={(id) => {
          const files = of(draft).files.filter((file) => file.id !== id);
          set(draft, { ...NO_FILES, files });
          root.querySelector<HTMLElement>('[data-key=add-file]')?.focus();
        }}
      />
    ),
    message: (ui, files, entry) => <MessageFiles ui={ui} files={files} entry={entry} baseUrl={baseUrl} />,
    entry: (ui, entry) => <EntryFiles ui={ui} entry={entry} progress={progress.get(entry.id)} />,
    dispose: stop,
  };
}
