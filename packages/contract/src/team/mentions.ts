import { type Static, Type } from 'typebox';
import { MAX_ID_LENGTH, MAX_LISTED_MENTIONS, MAX_UNREAD_MENTIONS } from '../limits.ts';
import { ClosedObject, DateTime, NamedObject, Nullable, Text } from '../schema.ts';
import { Actor } from './fields.ts';

export const MentionResponse = NamedObject('MentionResponse', {
  messageId: Type.String({ description: 'The note.' }),
  ticketId: Type.String(),
  projectId: Type.String(),
  subject: Type.String({ description: 'The subject of the ticket.' }),
  excerpt: Type.String({ description: 'The beginning of the note.' }),
  author: Actor,
  createdAt: DateTime(),
  readAt: Nullable(DateTime('null: not read yet.')),
});
export type MentionResponse = Static<typeof MentionResponse>;

export const MentionsResponse = NamedObject('MentionsResponse', {
  mentions: Type.Array(MentionResponse, { description: `At most ${MAX_LISTED_MENTIONS}, newest first.` }),
  unread: Type.Integer({
    minimum: 0,
    description: `How many you have not read. ${MAX_UNREAD_MENTIONS} means that there may be more.`,
  }),
  nextCursor: Nullable(Type.String({ description: 'Send it as `cursor` to get the next page. null: the last page.' })),
});
export type MentionsResponse = Static<typeof MentionsResponse>;

export const MentionsQuery = Type.Object({
  cursor: Type.Optional(Text({ max: MAX_ID_LENGTH, description: 'The `nextCursor` of the previous page.' })),
});

export const MarkMentionsReadRequest = ClosedObject('MarkMentionsReadRequest', {
  lastSeenMessageId: Text({
    max: MAX_ID_LENGTH,
    description: 'The `messageId` of the newest mention that you have seen.',
  }),
  ticketId: Type.Optional(Text({ max: MAX_ID_LENGTH, description: 'Only those in this ticket.' })),
});
