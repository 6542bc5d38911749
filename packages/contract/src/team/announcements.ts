import { type Static, Type } from 'typebox';
import { COUNT_PRECISIONS } from '../enums.ts';
import {
  AUDIENCE_ACTIVE_DAYS,
  MAX_AUDIENCE_PLAYERS,
  MAX_AUDIENCE_VALUES,
  MAX_BUILD_LENGTH,
  MAX_ID_LENGTH,
  MAX_STARTS_IN_SECONDS,
  MAX_USER_ID_LENGTH,
} from '../limits.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '../locales.ts';
import { ClosedObject, DateTime, Enum, Named, NamedObject, Nullable, Text } from '../schema.ts';
import { Count, InboxTitle, TeamText } from './fields.ts';

const STARTS_AT = 'When players begin to see it. null: at once.';
const ENDS_AT = 'When players stop seeing it. null: when it is older than 90 days.';

const ProjectId = Text({ max: MAX_ID_LENGTH });

export type AnnouncementTexts = Readonly<Partial<Record<Locale, { readonly title: string; readonly body: string }>>>;

const TEXTS =
  'Texts for players with another language, by locale. A player gets the text of the language with its region, else of the language, else `title` and `body`.';

const byLocale = (text: object) => ({
  properties: { [DEFAULT_LOCALE]: text },
  patternProperties: { [`^(?:${LOCALES.filter((locale) => locale !== DEFAULT_LOCALE).join('|')})$`]: text },
});

const AnnouncementTextsRequest = Named(
  'AnnouncementTextsRequest',
  Type.Unsafe<AnnouncementTexts>({
    type: 'object',
    ...byLocale(ClosedObject('AnnouncementTextRequest', { title: InboxTitle, body: TeamText })),
    additionalProperties: false,
    description: TEXTS,
  }),
);

const Values = (item: ReturnType<typeof Text>, description: string) =>
  Type.Optional(Type.Array(item, { minItems: 1, maxItems: MAX_AUDIENCE_VALUES, description }));

const BuildBound = (description: string) =>
  Type.Optional(Text({ min: 1, max: MAX_BUILD_LENGTH, visible: true, description }));

const audienceFields = {
  platforms: Values(
    Text({ min: 1, max: MAX_BUILD_LENGTH, visible: true }),
    'Platforms as the game sends them. Upper and lower case are the same.',
  ),
  locales: Type.Optional(
    Type.Array(Enum(LOCALES), {
      minItems: 1,
      maxItems: MAX_AUDIENCE_VALUES,
      description: 'Locales of players. A language without a region has the players of all its regions.',
    }),
  ),
  minBuild: BuildBound(
    'The first build. A whole number is compared with `buildNumber` of players, anything else with `appVersion`.',
  ),
  maxBuild: BuildBound(
    'The last build. It is compared like `minBuild`, and must be of the same kind: a whole number or not.',
  ),
  players: Type.Optional(
    Type.Array(Text({ min: 1, max: MAX_USER_ID_LENGTH, visible: true }), {
      minItems: 1,
      maxItems: MAX_AUDIENCE_PLAYERS,
      description:
        'Player ids, or the ids that the game has for its users. The game of a player without an account can claim any user id.',
    }),
  ),
  knownIssueId: Type.Optional(
    Text({
      min: 1,
      max: MAX_ID_LENGTH,
      description:
        'A known issue of the project: players who have a ticket that is linked to it, or said that they have it too.',
    }),
  ),
};

const AUDIENCE = 'Which players see it: those who meet all that is given. null: every player of the project.';

const AudienceRequest = Type.Optional(
  Nullable(ClosedObject('AnnouncementAudienceRequest', audienceFields, { description: AUDIENCE, minProperties: 1 })),
);

const Audience = NamedObject('AnnouncementAudience', audienceFields, { description: AUDIENCE });
export type Audience = Static<typeof Audience>;

const moreFields = {
  startsAt: Type.Optional(Nullable(DateTime(STARTS_AT))),
  startsInSeconds: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_STARTS_IN_SECONDS,
      description:
        'Seconds from this request until players see the announcement, by the clock of the server. If set, `startsAt` is ignored. Until then you can delete it, and no player has seen it.',
    }),
  ),
  endsAt: Type.Optional(Nullable(DateTime(ENDS_AT))),
  texts: Type.Optional(AnnouncementTextsRequest),
  audience: AudienceRequest,
  timeZone: Type.Optional(
    Nullable(
      Text({
        max: MAX_ID_LENGTH,
        description:
          'The time zone in which the team chose the times: a name of the IANA database, such as `Europe/Berlin`. Only for the console. `startsAt` and `endsAt` alone say when players see it.',
      }),
    ),
  ),
};

export const CreateAnnouncementRequest = ClosedObject('CreateAnnouncementRequest', {
  projectId: ProjectId,
  title: InboxTitle,
  body: TeamText,
  ...moreFields,
});

export const UpdateAnnouncementRequest = ClosedObject('UpdateAnnouncementRequest', {
  projectId: Type.Optional(ProjectId),
  title: Type.Optional(InboxTitle),
  body: Type.Optional(TeamText),
  ...moreFields,
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
  texts: Named(
    'AnnouncementTexts',
    Type.Unsafe<AnnouncementTexts>({
      type: 'object',
      ...byLocale(NamedObject('AnnouncementText', { title: Type.String(), body: Type.String() })),
      description: TEXTS,
    }),
  ),
  audience: Nullable(Audience),
  startsAt: Nullable(DateTime(STARTS_AT)),
  endsAt: Nullable(DateTime(ENDS_AT)),
  timeZone: Nullable(Type.String({ description: 'The time zone in which the team chose the times.' })),
  createdAt: DateTime(),
  retractedAt: Nullable(
    DateTime(
      'When the team ended it early. Then it is also `endsAt`. Before `startsAt`: its author lost access, and it was never shown. An update with another `endsAt` sends it.',
    ),
  ),
  revision: Type.String({ description: 'Another one after each change.' }),
});
export type AnnouncementResponse = Static<typeof AnnouncementResponse>;

export const AnnouncementsResponse = NamedObject('AnnouncementsResponse', {
  announcements: Type.Array(AnnouncementResponse),
});
export type AnnouncementsResponse = Static<typeof AnnouncementsResponse>;

export const DeleteAnnouncementQuery = Type.Object({
  ifNotBegun: Type.Optional(
    Enum(
      ['true', 'false'],
      '`true`: only if it has not begun, so no player has seen it. By default it is always deleted.',
    ),
  ),
});

export const AnnouncementsQuery = Type.Object({ projectId: Type.Optional(Text({ max: MAX_ID_LENGTH })) });

export const CountAudienceRequest = ClosedObject('CountAudienceRequest', {
  projectId: ProjectId,
  audience: AudienceRequest,
});

const playerCountFields = {
  players: Count,
  precision: Enum(
    COUNT_PRECISIONS,
    '`estimate`: from a random sample. `at-least`: there can be more, because the count stopped at its limit.',
  ),
  margin: Type.Integer({
    minimum: 0,
    description: 'Of an estimate: the true number differs by more in one of 20 cases. Otherwise 0.',
  }),
};

export const PlayerCount = NamedObject('PlayerCount', playerCountFields, {
  description: 'A number of players.',
});
export type PlayerCount = Static<typeof PlayerCount>;

export const AudienceCount = NamedObject('AudienceCount', {
  ...playerCountFields,
  activeDays: Type.Integer({
    description: `Only players who started the game or wrote in the last ${AUDIENCE_ACTIVE_DAYS} days are counted. Others see the announcement too, when they come back.`,
  }),
});

export const AnnouncementReach = NamedObject('AnnouncementReach', {
  reads: PlayerCount,
  reached: Nullable(
    NamedObject('PlayersReached', playerCountFields, {
      description:
        'Players of the audience who started the game or wrote since the announcement began. Who played before and only went on playing is not counted, except by reading it. null: it has not begun, or ended before this server counted it.',
    }),
  ),
  isFinal: Type.Boolean({ description: 'Whether `reached` was counted after the end, and stays.' }),
});
