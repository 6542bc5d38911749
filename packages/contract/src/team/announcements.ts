import { type Static, Type } from 'typebox';
import { MAX_ID_LENGTH } from '../limits.ts';
import { ClosedObject, DateTime, NamedObject, Nullable, Text } from '../schema.ts';
import { InboxTitle, TeamText } from './fields.ts';

const STARTS_AT = 'When players begin to see it. null: at once.';
const ENDS_AT = 'When players stop seeing it. null: never.';

const ProjectId = Text({ max: MAX_ID_LENGTH });
const times = {
  startsAt: Type.Optional(Nullable(DateTime(STARTS_AT))),
  endsAt: Type.Optional(Nullable(DateTime(ENDS_AT))),
};

export const CreateAnnouncementRequest = ClosedObject('CreateAnnouncementRequest', {
  projectId: ProjectId,
  title: InboxTitle,
  body: TeamText,
  ...times,
});

export const UpdateAnnouncementRequest = ClosedObject('UpdateAnnouncementRequest', {
  projectId: Type.Optional(ProjectId),
  title: Type.Optional(InboxTitle),
  body: Type.Optional(TeamText),
  ...times,
  revision: Type.Optional(
    Text({
      max: MAX_ID_LENGTH,
      description: 'The `revision` that the caller has read. If it is another one now, nothing changes: 409.',
    }),
  ),
});

export const AnnouncementResponse = NamedObject('AnnouncementResponse', {
  id: Type.String(),
  projectId: Type.String(),
  title: Type.String(),
  body: Type.String(),
  startsAt: Nullable(DateTime(STARTS_AT)),
  endsAt: Nullable(DateTime(ENDS_AT)),
  createdAt: DateTime(),
  revision: Type.String({ description: 'Another one after each change.' }),
});
export type AnnouncementResponse = Static<typeof AnnouncementResponse>;

export const AnnouncementsResponse = NamedObject('AnnouncementsResponse', {
  announcements: Type.Array(AnnouncementResponse),
});

export const AnnouncementsQuery = Type.Object({ projectId: Type.Optional(Text({ max: MAX_ID_LENGTH })) });
