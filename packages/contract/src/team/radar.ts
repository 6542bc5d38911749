import { type Static, Type } from 'typebox';
import {
  DEFAULT_RADAR_HOURS,
  MAX_CONTEXT_FILTER_LENGTH,
  MAX_ID_LENGTH,
  MAX_LISTED_RADAR_SERIES,
  MAX_LISTED_SPIKES,
  MAX_RADAR_HOURS,
  MAX_TICKET_TYPE_LENGTH,
} from '../limits.ts';
import { DateTime, NamedObject, Nullable, Text } from '../schema.ts';
import { Count } from './fields.ts';

export const RadarQuery = Type.Object({
  projectId: Text({ max: MAX_ID_LENGTH }),
  hours: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_RADAR_HOURS,
      default: DEFAULT_RADAR_HOURS,
      description: 'How many hours, with the running one.',
    }),
  ),
  build: Type.Optional(Text({ max: MAX_CONTEXT_FILTER_LENGTH, description: 'Only this `appVersion`.' })),
  platform: Type.Optional(Text({ max: MAX_CONTEXT_FILTER_LENGTH })),
  type: Type.Optional(Text({ max: MAX_TICKET_TYPE_LENGTH })),
});

const series = {
  build: Nullable(
    Type.String({ description: 'The `appVersion` of the game. null: it did not say. `*`: those without room.' }),
  ),
  platform: Nullable(Type.String({ description: 'null: the game did not say. `*`: those without room.' })),
  type: Type.String(),
};

const Hours = (description: string) => Type.Array(Count, { maxItems: MAX_RADAR_HOURS, description });
const Expected = (description: string) =>
  Type.Array(Nullable(Type.Number({ minimum: 0 })), {
    maxItems: MAX_RADAR_HOURS,
    description: `${description} null: the radar does not know it yet.`,
  });

export const RadarSeries = NamedObject('RadarSeries', {
  ...series,
  tickets: Hours('New tickets in each hour. Each player counts once.'),
  players: Hours('Active players of the build and platform in each hour, estimated to about 5 %.'),
  expected: Expected('How many tickets so many players usually write.'),
  low: Expected('About 95 % of the hours have from `low` to `high` tickets.'),
  high: Expected('The upper end: see `low`.'),
});
export type RadarSeries = Static<typeof RadarSeries>;

export const RadarSpike = NamedObject(
  'RadarSpike',
  {
    ...series,
    from: DateTime('The begin of its first hour.'),
    to: DateTime('The end of its last hour so far.'),
    tickets: Type.Integer({ minimum: 0, description: 'In its most unlikely hour, as `players` and `expected`.' }),
    players: Count,
    expected: Type.Number({ minimum: 0 }),
    oncePerHours: Type.Number({
      minimum: 0,
      description:
        'In how many hours any build, platform and type of the project has so many tickets once by chance, at most a thousand years.',
    }),
    words: Type.String({ description: 'The same in English.' }),
    foundAt: DateTime(),
  },
  { description: 'A build, platform and type with far more tickets than usual.' },
);
export type RadarSpike = Static<typeof RadarSpike>;

export const RadarResponse = NamedObject('RadarResponse', {
  projectId: Type.String(),
  from: DateTime('The begin of the first hour.'),
  hours: Count,
  isLearning: Type.Boolean({ description: 'The radar does not know yet what is usual in this project.' }),
  series: Type.Array(RadarSeries, {
    maxItems: MAX_LISTED_RADAR_SERIES,
    description: 'Those with spikes, then those with the most tickets.',
  }),
  moreSeries: Type.Integer({ minimum: 0, description: 'How many series with fewer tickets are left out.' }),
  spikes: Type.Array(RadarSpike, { maxItems: MAX_LISTED_SPIKES, description: 'Newest first.' }),
});
export type RadarResponse = Static<typeof RadarResponse>;
