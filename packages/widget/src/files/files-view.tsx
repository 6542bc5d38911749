import type { OutboxEntry, PlayerSupport, TicketMessageResponse } from '@player-support/client';
import { captureScreenshot, type NewFile } from '@player-support/client/file-uploads';
import type { ComponentChildren } from 'preact';
import type { Screenshot } from '../screenshot.ts';
import type { Ui } from '../ui/ui.ts';
import { attachmentsOf, sentEntry } from './attachments.ts';
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

export interface FilesView {
  /** Adds files, or takes a screenshot. */
  add(draft: string, files: readonly NewFile[] | Screenshot | undefined, maxBytes: number): Promise<void>;
  /** Lists files for the draft's message, if any. */
  attachments(draft: string): readonly NewFile[] | undefined;
  clear(draft: string): void;
  size(draft: string): number;
  /** Shows the files, with what the player can do about them. */
  draft(ui: Ui, draft: string): ComponentChildren;
  /**
   * Shows the files of a message that the service has.
   *
   * @param ticketOfFirst if it is the first one of a ticket
   */
  message(ui: Ui, message: TicketMessageResponse, ticketOfFirst: string | undefined): ComponentChildren;
  entry(ui: Ui, entry: OutboxEntry): ComponentChildren;
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
  /** The uploaded share, by entry. */
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

  async function take(screenshot: Screenshot | undefined): Promise<NewFile> {
    if (screenshot === undefined) throw new Error('There is nothing to take a screenshot of.');
    const taken = typeof screenshot === 'function' ? await screenshot() : await captureScreenshot(screenshot);
    return taken instanceof Blob && !(taken instanceof File) ? { blob: taken, name: 'screenshot.png' } : taken;
  }

  return {
    async add(draft, files, maxBytes) {
      try {
        const added = isList(files) ? files : [await take(files)];
        set(draft, addFiles(of(draft), added, maxBytes));
      } catch {
        set(draft, { ...of(draft), added: [], problems: [{ key: 'screenshotFailed', name: '' }] });
      }
    },
    attachments(draft) {
      const { files } = of(draft);
      return files.length === 0 ? undefined : files.map(({ blob, name }) => ({ blob, name }));
    },
    size: (draft) => of(draft).files.length,
    clear: (draft) => void drafts.delete(draft),
    draft: (ui, draft) => (
      <DraftList
        ui={ui}
        draft={of(draft)}
        onRemove={(id) => {
          const files = of(draft).files.filter((file) => file.id !== id);
          set(draft, { ...NO_FILES, files });
          root.querySelector<HTMLElement>('[data-key=addFile]')?.focus();
        }}
      />
    ),
    message: (ui, message, ticketOfFirst) => (
      <MessageFiles
        ui={ui}
        files={attachmentsOf(message)}
        entry={sentEntry(ui.state.entries, message, ticketOfFirst)}
        baseUrl={baseUrl}
      />
    ),
    entry: (ui, entry) => entry.files && <EntryFiles ui={ui} entry={entry} progress={progress.get(entry.id)} />,
    dispose: stop,
  };
}

/** `Array.isArray` does not know read-only lists. */
function isList(files: readonly NewFile[] | Screenshot | undefined): files is readonly NewFile[] {
  return Array.isArray(files);
}
