import { type Static, Type } from 'typebox';
import { MAX_COUNTED_TAGS, MAX_ID_LENGTH, MAX_LISTED_TAGS, MAX_TAG_TICKETS, MAX_TAGGED_TICKETS } from '../limits.ts';
import { ClosedObject, NamedObject, Nullable, Text } from '../schema.ts';
import { Count } from './fields.ts';
import { Tag } from './queue.ts';

const TagProject = Type.Optional(
  Text({ min: 1, max: MAX_ID_LENGTH, description: 'Absent: all projects. That needs access to all of them.' }),
);

export const ListTagsQuery = Type.Object({ projectId: TagProject });

export const TagResponse = NamedObject('TagResponse', {
  tag: Type.String(),
  tickets: Count,
  macros: { ...Count, description: 'Macros that add it and that UpdateTag changes.' },
  views: { ...Count, description: 'Saved views and searches that name it. UpdateTag gives them a new name.' },
  kept: {
    ...Count,
    description:
      'Macros, saved views and searches for all projects that name it and that the caller can see. With `projectId` they stay as they are.',
  },
});
export type TagResponse = Static<typeof TagResponse>;

export const TagsResponse = NamedObject('TagsResponse', {
  tags: Type.Array(TagResponse, {
    description: `In alphabetical order. At most ${MAX_LISTED_TAGS}, those of most tickets.`,
  }),
  capped: Type.Boolean({
    description: `Whether not all was read or listed: at most ${MAX_TAGGED_TICKETS} tickets with tags, ${MAX_COUNTED_TAGS} different tags, and ${MAX_LISTED_TAGS} of them in the list. Then there may be more.`,
  }),
});
export type TagsResponse = Static<typeof TagsResponse>;

export const UpdateTagRequest = ClosedObject('UpdateTagRequest', {
  tag: Tag,
  newTag: Nullable({
    ...Tag,
    description: 'Its new name, also that of another tag: then they become one. null: delete the tag.',
  }),
  projectId: TagProject,
  cursor: Type.Optional(Text({ max: 200, description: 'The `nextCursor` of the request before.' })),
});
export type UpdateTagRequest = Static<typeof UpdateTagRequest>;

export const UpdatedTagResponse = NamedObject('UpdatedTagResponse', {
  tickets: { ...Count, description: `How many tickets this request changed. At most ${MAX_TAG_TICKETS}.` },
  nextCursor: Nullable(
    Type.String({ description: 'Send the same request with it as `cursor` to continue. null: it is done.' }),
  ),
});
export type UpdatedTagResponse = Static<typeof UpdatedTagResponse>;
