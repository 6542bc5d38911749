import type { NewFile, NewTicket } from '@player-support/client';
import type { ComponentChildren } from 'preact';
import type { Draft, Drafts } from '../drafts.ts';
import type { FilesView } from '../files/files-view.tsx';
import type { Language } from '../locale.ts';
import type { Screenshot } from '../screenshot.ts';
import type { Context } from '../sent-context.ts';
import type { SupportModel, SupportState } from '../support-model.ts';
import type { TextKey } from '../texts.ts';
import type { TicketTypeChoice } from '../ticket-types.ts';
import type { View } from '../view.ts';

export interface Sending {
  /** Until the outbox has stored the text. */
  readonly isBusy: boolean;
  /** After a try to send, the form says what is missing. */
  readonly isChecked: boolean;
  readonly error?: unknown;
}

/** For every part of the panel. Each change draws all of it again. */
export interface Ui {
  readonly language: Language;
  readonly state: SupportState;
  readonly model: SupportModel;
  readonly drafts: Drafts;
  readonly sending: Sending;
  readonly types: readonly TicketTypeChoice[];
  readonly userId: string | undefined;
  /** Exactly what is sent. */
  readonly context: Context;
  /** From the game. */
  readonly given: Context | null | undefined;
  /** Optional data is sent. */
  readonly isDeviceSent: boolean;
  text(key: TextKey, values?: Readonly<Record<string, string | number>>): string;
  open(): void;
  close(): void;
  go(view: View): void;
  /** Back then leads to the view before. */
  replace(view: View): void;
  back(): void;
  setDeviceSent(isSent: boolean): void;
  /** Keeps what the player has written. @param id the ticket, or `new` */
  write(id: string, draft: Draft | undefined): void;
  /** Says what is missing, and moves to a field. */
  check(fieldId: string): void;
  /** The draft stays until the outbox has stored the text. */
  create(ticket: Pick<NewTicket, 'type' | 'subject' | 'message'>): void;
  /** @param draft whose files it gets */
  reply(ticketId: string, message: string, draft: string): void;
  readonly hasFiles: boolean;
  readonly maxFileBytes: number;
  readonly screenshot: Screenshot | undefined;
  /**
   * Draws what is known, with its module.
   * @param place `new`, or a ticket
   */
  known(place: string): ComponentChildren;
  /** Undefined until loaded. */
  readonly files: FilesView | undefined;
  /** The files module. */
  preload(): void;
  /** Adds files to a draft. Without files: a screenshot. */
  addFiles(draft: string, files?: readonly NewFile[]): void;
}

export interface UiProps {
  readonly ui: Ui;
}
