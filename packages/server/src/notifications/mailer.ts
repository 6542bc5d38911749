import type { Outcome } from '../network/post.ts';

/** One mail to one person. Only `to` may come from outside. */
export interface Mail {
  /** Stable for a delivery, so that a mail program can drop doubles. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The address of the page where the member can stop such mails. */
  readonly unsubscribe?: string;
}

/** Sends mail through the server of SMTP_URL. */
export interface Mailer {
  /**
   * Resolves when the mail server has taken or refused it, or `signal` is aborted. Never rejects.
   */
  send(mail: Mail, signal?: AbortSignal): Promise<Outcome>;
  /** What is wrong with the mail server. Undefined if it can be used. */
  problem(): Promise<string | undefined>;
  close(): void;
}
