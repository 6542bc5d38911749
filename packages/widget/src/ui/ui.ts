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

/** How far the player is with sending a text. */
export interface Sending {
  /** Until the outbox has stored the text. */
  readonly isBusy: boolean;
  /** Whether the player tried to send: then the form says what is missing. */
  readonly isChecked: boolean;
  readonly error?: unknown;
}

/** What every part of the panel needs. All of it is drawn again after each change. */
export interface Ui {
  readonly language: Language;
  readonly state: SupportState;
  readonly model: SupportModel;
  readonly drafts: Drafts;
  readonly sending: Sending;
  readonly types: readonly TicketTypeChoice[];
  readonly userId: string | undefined;
  /** The very context that is sent. */
  readonly context: Context;
  /** What the game gave for it. */
  readonly given: Context | null | undefined;
  /** Whether the player sends what is optional. */
  readonly isDeviceSent: boolean;
  text(key: TextKey, values?: Readonly<Record<string, string | number>>): string;
  open(): void;
  close(): void;
  go(view: View): void;
  /** Replaces the current view, so that Back leads to the one before. */
  replace(view: View): void;
  back(): void;
  setDeviceSent(isSent: boolean): void;
  /** Keeps what the player has written. @param id the ticket, or `new` */
  write(id: string, draft: Draft | undefined): void;
  /** Says what is missing, and moves to a field. */
  check(fieldId: string): void;
  /** Sends the draft. It stays until the outbox has stored the text. */
  create(ticket: Pick<NewTicket, 'type' | 'subject' | 'message'>): void;
  /** @param draft whose files it gets */
  reply(ticketId: string, message: string, draft: string): void;
  /** Whether players can add files. */
  readonly hasFiles: boolean;
  readonly maxFileBytes: number;
  readonly screenshot: Screenshot | undefined;
  /**
   * What is known, in the form or a ticket. It loads the module for that. @param place `new`, or a
   * ticket
   */
  known(place: string): ComponentChildren;
  /** Undefined until the files module is loaded. */
  readonly files: FilesView | undefined;
  /** Loads the files module. */
  preload(): void;
  /** Adds files to a draft. Without files: a screenshot. */
  addFiles(draft: string, files?: readonly NewFile[]): void;
}

export interface UiProps {
  readonly ui: Ui;
}
