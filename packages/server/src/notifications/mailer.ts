import type { Outcome } from '../network/post.ts';

/** To one person. Only `to` may come from outside. */
export interface Mail {
  /** Stable for a delivery, so that mail programs can drop doubles. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The page where the member can stop such mails. */
  readonly unsubscribe?: string;
}

export interface Mailer {
  /** Resolves when the mail server took or refused it, or `signal` is aborted. Never rejects. */
  send(mail: Mail, signal?: AbortSignal): Promise<Outcome>;
  /** Undefined: the mail server can be used. */
  problem(): Promise<string | undefined>;
  close(): void;
}
