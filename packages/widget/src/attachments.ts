/** A file of a message, as the service tells of it. */
export interface Attachment {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  /** A path of the service that expires. null: `scan` says why. */
  readonly url: string | null;
  readonly scan?: 'waiting' | 'infected' | (string & {});
}

/** The files of a message. The SDK does not know them: they are an extension of the player API. */
export function attachmentsOf(message: object): readonly Attachment[] {
  const { attachments } = message as { attachments?: unknown };
  return Array.isArray(attachments) ? attachments : [];
}
