import { type Static, Type } from 'typebox';
import { ROLES, type Role, SAVED_VIEW_BASES, TICKET_SORTS } from '../enums.ts';
import {
  MAX_ID_LENGTH,
  MAX_SEARCH_LENGTH,
  MAX_SEARCH_WORDS,
  MAX_SHARED_VIEWS,
  MAX_VIEW_NAME_LENGTH,
  MAX_VIEWS_PER_MEMBER,
} from '../limits.ts';
import { ClosedObject, DateTime, Enum, NamedObject, Nullable, Text } from '../schema.ts';
import { Count } from './fields.ts';
import { NestedFilter } from './queue.ts';

const ViewName = Text({ min: 1, max: MAX_VIEW_NAME_LENGTH, visible: true });
const ViewProject = Nullable(
  Text({ max: MAX_ID_LENGTH, description: 'null: every project that its reader has access to.' }),
);
const SharedWith = Type.Unsafe<Role | null>({
  type: ['string', 'null'],
  enum: [...ROLES, null],
  description: 'Members with this role or a higher one see it. null: only its owner sees it.',
});
const Base = Enum(SAVED_VIEW_BASES, 'The view whose tickets it filters. `mine` is about the member who reads it.');
const Sort = Enum(TICKET_SORTS, 'One of the orders that `base` has in ListTickets.');

const SearchText = Nullable(
  Text({
    min: 1,
    max: MAX_SEARCH_LENGTH,
    visible: true,
    description: `For \`q\` of SearchTickets: at most ${MAX_SEARCH_WORDS} words, or an id. Then it is a saved search, its \`base\` is \`all\`, and \`sort\` has no effect. null: it is a view of the queue.`,
  }),
);

export const SavedViewResponse = NamedObject('SavedViewResponse', {
  id: Type.String(),
  name: Type.String(),
  ownerId: Type.String({ description: 'The member who created it.' }),
  projectId: Nullable(Type.String({ description: 'null: every project that its reader has access to.' })),
  role: SharedWith,
  base: Base,
  sort: Sort,
  filter: Type.String({ description: 'For `filter` of ListTickets, or of SearchTickets.' }),
  q: Nullable(Type.String({ description: 'What it searches. null: it is a view of the queue.' })),
  canChange: Type.Boolean({
    description:
      'Whether you may change and delete it: as its owner, or as an admin of all its projects. Only its owner may change `projectId`.',
  }),
  createdAt: DateTime(),
  updatedAt: DateTime(),
});
export type SavedViewResponse = Static<typeof SavedViewResponse>;

export const SavedViewsResponse = NamedObject('SavedViewsResponse', {
  views: Type.Array(SavedViewResponse, { description: 'In your order. New ones are last.' }),
});
export type SavedViewsResponse = Static<typeof SavedViewsResponse>;

export const CreateViewRequest = ClosedObject('CreateViewRequest', {
  name: ViewName,
  projectId: Type.Optional(ViewProject),
  role: Type.Optional(SharedWith),
  base: Base,
  sort: Type.Optional(Sort),
  filter: NestedFilter,
  q: Type.Optional(SearchText),
});
export type CreateViewRequest = Static<typeof CreateViewRequest>;

export const UpdateViewRequest = ClosedObject('UpdateViewRequest', {
  name: Type.Optional(ViewName),
  projectId: Type.Optional(ViewProject),
  role: Type.Optional(SharedWith),
  base: Type.Optional(Base),
  sort: Type.Optional(Sort),
  filter: Type.Optional(NestedFilter),
  q: Type.Optional(SearchText),
});
export type UpdateViewRequest = Static<typeof UpdateViewRequest>;

export const ReorderViewsRequest = ClosedObject('ReorderViewsRequest', {
  viewIds: Type.Array(Text({ max: MAX_ID_LENGTH }), {
    maxItems: MAX_VIEWS_PER_MEMBER + MAX_SHARED_VIEWS,
    description: 'Views that are not in the list follow, oldest first. Ids of views that you cannot see are ignored.',
  }),
});

export const SavedViewCount = NamedObject('SavedViewCount', {
  viewId: Type.String(),
  count: Nullable({ ...Count, description: 'null: not counted yet. Ask again in some seconds.' }),
  capped: Type.Boolean({ description: 'Whether there may be more tickets than `count`.' }),
});
export type SavedViewCount = Static<typeof SavedViewCount>;

export const SavedViewCountsResponse = NamedObject('SavedViewCountsResponse', {
  counts: Type.Array(SavedViewCount),
  complete: Type.Boolean({
    description: 'false: tickets have changed since some counts. Ask again in some seconds.',
  }),
});
export type SavedViewCountsResponse = Static<typeof SavedViewCountsResponse>;
