import { type Static, Type } from 'typebox';
import { MAX_NOTICE_BODY_LENGTH } from '../limits.ts';
import { NOTICES } from '../notices.ts';
import { ClosedObject, DateTime, Enum, Named, NamedObject, Text } from '../schema.ts';
import { InboxTitle } from './fields.ts';

const VARIABLES = 'Can contain variables, such as `{{ticket.subject}}`.';

const NoticeId = Named('NoticeId', Enum(NOTICES.map(({ id }) => id)));

const Locale = Type.String({ description: 'A BCP 47 tag.' });

const DefaultNoticeText = NamedObject('DefaultNoticeText', {
  locale: Locale,
  title: Type.String({ description: VARIABLES }),
  body: Type.String({ description: VARIABLES }),
});

export const NoticeTextResponse = NamedObject('NoticeTextResponse', {
  locale: Locale,
  title: Type.String({ description: VARIABLES }),
  body: Type.String({ description: VARIABLES }),
  updatedAt: DateTime(),
});
export type NoticeTextResponse = Static<typeof NoticeTextResponse>;

export const NoticeResponse = NamedObject('NoticeResponse', {
  id: NoticeId,
  variables: Type.Array(Type.String(), { description: 'The variables that its texts can contain.' }),
  defaults: Type.Array(DefaultNoticeText, { description: 'The texts that come with the server.' }),
  texts: Type.Array(NoticeTextResponse, { description: 'The texts that the team wrote. They replace the defaults.' }),
});
export type NoticeResponse = Static<typeof NoticeResponse>;

export const NoticesResponse = NamedObject('NoticesResponse', {
  locales: Type.Array(Type.String(), { description: 'The locales for which the team can write texts.' }),
  notices: Type.Array(NoticeResponse),
});
export type NoticesResponse = Static<typeof NoticesResponse>;

export const SetNoticeTextRequest = ClosedObject('SetNoticeTextRequest', {
  title: InboxTitle,
  body: Text({ min: 1, max: MAX_NOTICE_BODY_LENGTH, visible: true }),
});
