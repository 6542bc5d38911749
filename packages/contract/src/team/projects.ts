import { type Static, Type } from 'typebox';
import { ClosedObject, DateTime, Enum, Text } from '../schema.ts';

const ProjectStatus = Enum(['active', 'disabled'] as const);

const ticketTypeFields = {
  type: Text({ max: 30, description: 'The value that the game sends.' }),
  label: Text({ min: 1, max: 80, notBlank: true }),
};

export const TicketType = Type.Object(ticketTypeFields);
export type TicketType = Static<typeof TicketType>;

const Quota = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 1_000_000, description: `${description} 0: no limit.` });

export const ProjectLimits = Type.Object(
  {
    newPlayersPerAddress: Quota('New players per minute and address.'),
    newPlayersPerProject: Quota('New players per minute.'),
    newPlayerTicketsPerAddress: Quota('Tickets by new players per 10 minutes and address.'),
    newPlayerTicketsPerProject: Quota('Tickets by new players per 10 minutes.'),
  },
  { description: 'Limits for players created in the last 24 hours. Each process counts for itself.' },
);
export type ProjectLimits = Static<typeof ProjectLimits>;

export const ProjectResponse = Type.Object({
  id: Type.String(),
  name: Type.String(),
  publicKey: Type.String(),
  status: ProjectStatus,
  autoCloseDays: Type.Number({ description: 'Days without a reply after which a resolved ticket is closed.' }),
  ticketTypes: Type.Array(TicketType),
  limits: ProjectLimits,
  createdAt: DateTime(),
});
export type ProjectResponse = Static<typeof ProjectResponse>;

export const ProjectsResponse = Type.Object({ projects: Type.Array(ProjectResponse) });
export type ProjectsResponse = Static<typeof ProjectsResponse>;

const ProjectName = Text({ min: 1, max: 100, notBlank: true });

export const CreateProjectRequest = ClosedObject({ name: ProjectName });

export const UpdateProjectRequest = ClosedObject({
  name: Type.Optional(ProjectName),
  status: Type.Optional(ProjectStatus),
  autoCloseDays: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: 3650, description: 'Days; fractions are accepted.' }),
  ),
  ticketTypes: Type.Optional(Type.Array(ClosedObject(ticketTypeFields), { maxItems: 100 })),
  limits: Type.Optional(ClosedObject(Type.Partial(ProjectLimits).properties)),
});
export type UpdateProjectRequest = Static<typeof UpdateProjectRequest>;
