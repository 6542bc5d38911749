import type { NewFile, PlayerSupport, Sending as SendingText } from '@player-support/client';
import { render } from 'preact';
import { App } from './app.tsx';
import type { Drafts } from './drafts.ts';
import type { FilesView } from './files/files-view.tsx';
import { loadedFilesModule, loadFilesModule } from './files-module.ts';
import { knownModule } from './load-known-module.ts';
import type { Language } from './locale.ts';
import { showModal } from './modal.ts';
import { activeIn } from './move-focus.ts';
import type { Screenshot } from './screenshot.ts';
import type { Context } from './sent-context.ts';
import { storedEntry } from './stored-entry.ts';
import { createSupportModel } from './support-model.ts';
import { fill, type Texts } from './texts.ts';
import type { TicketTypeChoice } from './ticket-types.ts';
import type { Sending, Ui } from './ui/ui.ts';
import type { View } from './view.ts';
import { NEW } from './views/new-ticket.tsx';
import { creationOf } from './views/ticket.tsx';

/** Read at each drawing. */
export interface PanelSettings {
  readonly language: Language;
  /** They replace the language's texts. */
  readonly texts: Partial<Texts>;
  readonly types: readonly TicketTypeChoice[];
  readonly userId: string | null;
  readonly given: Context | null | undefined;
  readonly context: Context;
  readonly isDeviceSent: boolean;
  readonly isDark: boolean;
  readonly hasLauncher: boolean;
  readonly hasFiles: boolean;
  readonly maxFileBytes: number;
  readonly screenshot: Screenshot | undefined;
}

/** With the control from which the player left the view. */
interface Step {
  readonly view: View;
  readonly leftBy?: string | undefined;
}

const FIRST: Step = { view: { name: 'tickets' } };
const IDLE: Sending = { isBusy: false, isChecked: false };

export interface Panel {
  draw(): void;
  setOpen(isOpen: boolean): void;
  /** Nothing of its player stays on the page. */
  dispose(): void;
}

/** Makes one player's launcher and dialog. */
export function createPanel(options: {
  readonly root: ShadowRoot;
  readonly support: PlayerSupport;
  readonly baseUrl: string;
  readonly drafts: Drafts;
  readonly settings: () => PanelSettings;
  readonly actions: Pick<Ui, 'open' | 'close' | 'setDeviceSent'>;
}): Panel {
  const { root, support, baseUrl, drafts, settings, actions } = options;
  const model = createSupportModel(support, draw);
  let steps: readonly Step[] = [FIRST];
  let sending = IDLE;
  let isOpen = false;
  let isDisposed = false;
  let closeModal: (() => void) | undefined;
  let shownTicket: string | undefined;
  let files: FilesView | undefined;

  const current = () => steps.at(-1) ?? FIRST;

  function moveTo(changed: readonly Step[]): void {
    steps = changed;
    sending = IDLE;
    draw();
    focusView();
  }

  function setSending(changed: Sending): void {
    sending = changed;
    draw();
  }

  /**
   * Calls `then` when the text is stored. After the player left the view, only clears the draft.
   */
  async function send(
    work: (attachments: readonly NewFile[] | undefined) => SendingText<unknown>,
    { draft, filesOf = draft }: { draft: string; filesOf?: string },
    then: (entryId: string) => void,
  ): Promise<void> {
    if (sending.isBusy) return;
    const { view } = current();
    setSending({ isBusy: true, isChecked: true });
    try {
      const entryId = await storedEntry(support, work(files?.attachments(filesOf)));
      drafts.set(draft, undefined);
      files?.clear(filesOf);
      if (isDisposed) return;
      if (current().view === view) {
        sending = IDLE;
        then(entryId);
      }
      draw();
    } catch (error) {
      if (!isDisposed && current().view === view) setSending({ isBusy: false, isChecked: true, error });
    }
  }

  /** Loads the files module first if necessary. */
  async function withFiles(work: (view: FilesView) => unknown): Promise<void> {
    const filesModule = await loadFilesModule(baseUrl);
    if (isDisposed) return;
    files ??= filesModule.open({ root, support, baseUrl: baseUrl.replace(/\/+$/, ''), draw });
    draw();
    await work(files);
  }

  const own = {
    ...actions,
    go(view: View) {
      const leftBy = (activeIn(root) as HTMLElement | null)?.dataset.key;
      moveTo([...steps.slice(0, -1), { ...current(), leftBy }, { view }]);
    },
    replace: (view: View) => moveTo([...steps.slice(0, -1), { view }]),
    back: () => (steps.length > 1 ? moveTo(steps.slice(0, -1)) : actions.close()),
    write(id: string, draft: Parameters<Drafts['set']>[1]) {
      drafts.set(id, draft);
      draw();
    },
    check(fieldId: string) {
      setSending({ isBusy: false, isChecked: true });
      root.getElementById(fieldId)?.focus();
    },
    reply(ticketId: string, message: string, filesOf: string) {
      void send(
        (attachments) => support.tickets.reply(ticketId, message, { attachments }),
        { draft: ticketId, filesOf },
        () => {},
      );
    },
    preload() {
      if (!files) withFiles(() => {}).catch(() => {});
    },
    addFiles(draft: string, added?: readonly NewFile[]) {
      withFiles((view) => view.add(draft, added ?? settings().screenshot, settings().maxFileBytes)).catch(
        (error) => isDisposed || setSending({ ...sending, error }),
      );
    },
  };

  function draw(): void {
    if (isDisposed) return;
    const { texts, language, isDark, hasLauncher, userId, ...rest } = settings();
    const all = { ...loadedFilesModule()?.texts, ...language.texts, ...texts };
    const ui: Ui = {
      ...rest,
      ...own,
      language,
      model,
      state: model.state,
      drafts,
      sending,
      files,
      userId: userId ?? undefined,
      text: (key, values = {}) => fill(all[key] ?? '', values),
      known: (place) => knownModule(baseUrl, draw)({ root, support, draw }, ui, place),
      create(ticket) {
        const { context } = settings();
        void send(
          (attachments) => support.tickets.create({ ...ticket, context, attachments }),
          { draft: NEW },
          (id) => own.replace({ name: 'ticket', id }),
        );
      },
    };
    const { view } = current();
    const focused = activeIn(root);
    render(<App ui={ui} view={view} isOpen={isOpen} isDark={isDark} hasLauncher={hasLauncher} />, root);
    // An element that moved in its list has lost the focus.
    if (focused instanceof HTMLElement && focused.isConnected && activeIn(root) === null) focused.focus();
    showTicket(view);
  }

  function showTicket(view: View): void {
    const id = isOpen && view.name === 'ticket' ? (creationOf(model.state, view.id)?.ticketId ?? view.id) : undefined;
    if (id === shownTicket) return;
    shownTicket = id;
    model.show(id);
  }

  /**
   * Focuses a new view's title: screen readers read it, and no phone keyboard opens. Back in a
   * view, the old focus returns.
   */
  function focusView(): void {
    const { leftBy } = current();
    const left = leftBy === undefined ? null : root.querySelector<HTMLElement>(`[data-key="${CSS.escape(leftBy)}"]`);
    (left ?? root.querySelector<HTMLElement>('#title'))?.focus({ preventScroll: left === null });
  }

  return {
    draw,
    setOpen(open) {
      if (open === isOpen) return;
      isOpen = open;
      model.setVisible(open);
      draw();
      if (!open) {
        // Only now the launcher is back and can have the focus.
        closeModal?.();
        closeModal = undefined;
        return;
      }
      const dialog = root.querySelector('dialog');
      if (dialog) closeModal = showModal(dialog, { back: own.back, close: actions.close });
      focusView();
      void model.refresh();
    },
    dispose() {
      isDisposed = true;
      model.dispose();
      files?.dispose();
      render(null, root);
      closeModal?.();
    },
  };
}
