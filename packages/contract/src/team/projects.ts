import { type Static, Type } from 'typebox';
import { STORM_MODES } from '../enums.ts';
import {
  MAX_AUTO_CLOSE_DAYS,
  MAX_NAME_LENGTH,
  MAX_RESPONSE_TARGET_MINUTES,
  MAX_TICKET_TYPE_LABEL_LENGTH,
  MAX_TICKET_TYPE_LENGTH,
  MAX_TICKET_TYPES,
} from '../limits.ts';
import { ClosedObject, DateTime, Enum, Named, NamedObject, Nullable, Text } from '../schema.ts';
import { LocalizedTexts, LocalizedTextsRequest } from './localized-texts.ts';

export const ProjectStatus = Named('ProjectStatus', Enum(['active', 'disabled'] as const));

export const StormMode = Named(
  'StormMode',
  Enum(
    STORM_MODES,
    'When new tickets of new players are held. `automatic`: during an attack, when they write far more than usual. Tickets of players to whom the team wrote, and of those created more than 24 hours ago, are never held.',
  ),
);

const TicketTypeLabel = (description?: string) =>
  Text({ min: 1, max: MAX_TICKET_TYPE_LABEL_LENGTH, visible: true, ...(description && { description }) });

const ticketTypeFields = {
  type: Text({ max: MAX_TICKET_TYPE_LENGTH, description: 'The value that the game sends.' }),
  label: TicketTypeLabel('The label for a member whose language is not in `labels`.'),
};

export const TicketType = NamedObject('TicketType', {
  ...ticketTypeFields,
  labels: Type.Optional(LocalizedTexts),
});
export type TicketType = Static<typeof TicketType>;

export const TicketTypeRequest = ClosedObject('TicketTypeRequest', {
  ...ticketTypeFields,
  labels: Type.Optional(
    LocalizedTextsRequest(
      'TicketTypeLabelsRequest',
      TicketTypeLabel(),
      'Labels by the language of the member: the console is in `en` and `de`. If a request leaves this out, and the type and the label are those of a new project, the type gets the labels that come with the server. `{}` means none.',
    ),
  ),
});
export type TicketTypeRequest = Static<typeof TicketTypeRequest>;

const Quota = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 1_000_000, description: `${description} 0 means no limit.` });

const projectLimitFields = {
  newPlayersPerAddress: Quota('New players per minute and address.'),
  newPlayersPerProject: Quota('New players per minute.'),
  newPlayerTicketsPerAddress: Quota('Tickets of new players per 10 minutes and address.'),
  newPlayerTicketsPerProject: Quota('Tickets of new players per 10 minutes.'),
};

export const ProjectLimits = NamedObject('ProjectLimits', projectLimitFields, {
  description: 'Rate limits for new players: those created less than 24 hours ago. Each node counts on its own.',
});
export type ProjectLimits = Static<typeof ProjectLimits>;

export const ProjectLimitsRequest = ClosedObject('ProjectLimitsRequest', Type.Partial(ProjectLimits).properties);

const Minutes = Type.Integer({ minimum: 1, maximum: MAX_RESPONSE_TARGET_MINUTES });

export const ResponseTargets = NamedObject(
  'ResponseTargets',
  { urgent: Minutes, high: Minutes, normal: Minutes, low: Minutes },
  { description: 'Minutes in which the team wants to reply to a waiting ticket, by its priority.' },
);
export type ResponseTargets = Static<typeof ResponseTargets>;

export const ResponseTargetsRequest = ClosedObject('ResponseTargetsRequest', Type.Partial(ResponseTargets).properties);

export const ProjectResponse = NamedObject('ProjectResponse', {
  id: Type.String(),
  name: Type.String(),
  publicKey: Type.String({ description: 'The key that the game sends. It is not a secret.' }),
  status: ProjectStatus,
  autoCloseDays: Type.Number({ description: 'A resolved ticket is closed after this many days without a reply.' }),
  ticketTypes: Type.Array(TicketType),
  limits: ProjectLimits,
  responseTargets: ResponseTargets,
  stormMode: StormMode,
  holdingSince: Nullable(DateTime('Since when new tickets of new players are held. null: they are not.')),
  playerData: Type.Boolean({ description: 'Whether a service of yours is asked for data about players.' }),
  createdAt: DateTime(),
});
export type ProjectResponse = Static<typeof ProjectResponse>;

export const ProjectsResponse = NamedObject('ProjectsResponse', {
  projects: Type.Array(ProjectResponse),
  publicUrl: Nullable(
    Type.String({ description: 'The setting `PUBLIC_URL`: the address that games use. Null if it is not set.' }),
  ),
});

const ProjectName = Text({ min: 1, max: MAX_NAME_LENGTH, visible: true });

export const CreateProjectRequest = ClosedObject('CreateProjectRequest', { name: ProjectName });

export const UpdateProjectRequest = ClosedObject('UpdateProjectRequest', {
  name: Type.Optional(ProjectName),
  status: Type.Optional(ProjectStatus),
  autoCloseDays: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: MAX_AUTO_CLOSE_DAYS, description: 'Days. Fractions are valid.' }),
  ),
  ticketTypes: Type.Optional(Type.Array(TicketTypeRequest, { maxItems: MAX_TICKET_TYPES })),
  limits: Type.Optional(ProjectLimitsRequest),
  responseTargets: Type.Optional(ResponseTargetsRequest),
  stormMode: Type.Optional(StormMode),
});
export type UpdateProjectRequest = Static<typeof UpdateProjectRequest>;
