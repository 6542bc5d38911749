import { type Static, Type } from 'typebox';
import { ClosedObject, DateTime, Nullable, NullableDateTime, Text } from '../schema.ts';
import { InboxTitle, TeamText } from './fields.ts';

export const CreateAnnouncementRequest = ClosedObject({
  projectId: Text({ max: 100 }),
  title: InboxTitle,
  body: TeamText,
  startsAt: Type.Optional(NullableDateTime()),
  endsAt: Type.Optional(NullableDateTime()),
});

export const AnnouncementResponse = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  title: Type.String(),
  body: Type.String(),
  startsAt: Nullable(DateTime()),
  endsAt: Nullable(DateTime()),
  createdAt: DateTime(),
});
export type AnnouncementResponse = Static<typeof AnnouncementResponse>;

export const AnnouncementsResponse = Type.Object({ announcements: Type.Array(AnnouncementResponse) });
export type AnnouncementsResponse = Static<typeof AnnouncementsResponse>;

export const AnnouncementsQuery = Type.Object({ projectId: Type.Optional(Text({ max: 100 })) });
