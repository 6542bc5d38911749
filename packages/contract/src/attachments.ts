import { type Static, Type } from 'typebox';
import { MAX_ATTACHMENTS, MAX_ID_LENGTH } from './limits.ts';
import { Enum, NamedObject, Nullable, Text } from './schema.ts';

const fileFields = {
  name: Type.String({ description: 'The sanitized file name.' }),
  contentType: Type.String({ description: 'The media type, detected from the bytes of the file.' }),
  size: Type.Integer({ description: 'Bytes of the stored file.' }),
};

export const UploadedAttachmentResponse = NamedObject('UploadedAttachmentResponse', {
  attachmentId: Type.String({ description: 'For `attachments` of a message of the same author. Valid for 7 days.' }),
  ...fileFields,
});
export type UploadedAttachmentResponse = Static<typeof UploadedAttachmentResponse>;

export const ResumableUploadResponse = NamedObject('ResumableUploadResponse', {
  attachmentId: Type.String({ description: 'When the file is complete: for `attachments` of a message.' }),
  offset: Type.Integer({ description: 'Bytes that the server has.' }),
  length: Type.Integer({ description: 'Bytes of the whole file.' }),
  file: Type.Optional(UploadedAttachmentResponse),
});
export type ResumableUploadResponse = Static<typeof ResumableUploadResponse>;

export const AttachmentResponse = NamedObject('AttachmentResponse', {
  id: Type.String(),
  ...fileFields,
  url: Nullable(
    Type.String({
      description:
        'A path of this server with which anyone can read the file for half an hour to an hour. null: the file cannot be read now. `scan` says why if it waits for the scanner or was infected.',
    }),
  ),
  scan: Type.Optional(
    Enum(
      ['waiting', 'infected'],
      'Only without `url`. `waiting`: the scanner has not answered yet. `infected`: it has found malware.',
    ),
  ),
});
export type AttachmentResponse = Static<typeof AttachmentResponse>;

/** Declares ids of uploads in a new message. */
export const AttachmentIds = () =>
  Nullable(
    Type.Array(Text({ max: MAX_ID_LENGTH }), {
      maxItems: MAX_ATTACHMENTS,
      description: 'Ids of uploaded files. The message is created even if it cannot get one of them.',
    }),
  );

/** Declares the `attachments` that a new message did not get. */
export const RefusedAttachments = () =>
  Type.Array(Type.String(), {
    description:
      'Only if the request has `attachments`: the ids of those that do not exist, or already belong to another message.',
  });

/** For clients that cannot set a header. */
export const UploadQuery = Type.Object({
  name: Type.Optional(Type.String({ description: 'The name of the file, if there is no header `X-File-Name`.' })),
});

export const FileQuery = Type.Object({
  player: Text({ max: MAX_ID_LENGTH }),
  expires: Text({ max: 20 }),
  signature: Text({ max: 100 }),
});
